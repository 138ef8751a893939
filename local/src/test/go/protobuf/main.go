// Command protobuf prints what the local API server must know of the protobuf form of the built-in kinds: numbers, names and types of
// fields, taken from the types of Kubernetes themselves. It prints examples of objects in both forms, too. It runs in the Go module of
// the test cluster, which fixes the release:
//
//	cd testcluster/go && go run ../../local/src/test/go/protobuf/main.go table
//	cd testcluster/go && go run ../../local/src/test/go/protobuf/main.go examples [KIND]...
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	admissionregistration "k8s.io/api/admissionregistration/v1"
	authentication "k8s.io/api/authentication/v1"
	authorization "k8s.io/api/authorization/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	coordination "k8s.io/api/coordination/v1"
	core "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	events "k8s.io/api/events/v1"
	networking "k8s.io/api/networking/v1"
	node "k8s.io/api/node/v1"
	policy "k8s.io/api/policy/v1"
	rbac "k8s.io/api/rbac/v1"
	scheduling "k8s.io/api/scheduling/v1"
	storage "k8s.io/api/storage/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Options of a deletion have the version of what is deleted.
const anyVersion = "*"

type root struct {
	apiVersion string
	object     runtime.Object
}

var roots = []root{
	{"v1", &core.Binding{}},
	{"v1", &core.ConfigMap{}},
	{"v1", &core.Endpoints{}},
	{"v1", &core.Event{}},
	{"v1", &core.LimitRange{}},
	{"v1", &core.Namespace{}},
	{"v1", &core.Node{}},
	{"v1", &core.PersistentVolume{}},
	{"v1", &core.PersistentVolumeClaim{}},
	{"v1", &core.Pod{}},
	{"v1", &core.PodTemplate{}},
	{"v1", &core.ResourceQuota{}},
	{"v1", &core.Secret{}},
	{"v1", &core.Service{}},
	{"v1", &core.ServiceAccount{}},
	{"admissionregistration.k8s.io/v1", &admissionregistration.MutatingWebhookConfiguration{}},
	{"admissionregistration.k8s.io/v1", &admissionregistration.ValidatingWebhookConfiguration{}},
	{"apiextensions.k8s.io/v1", &apiextensions.CustomResourceDefinition{}},
	{"authentication.k8s.io/v1", &authentication.SelfSubjectReview{}},
	{"authorization.k8s.io/v1", &authorization.SelfSubjectAccessReview{}},
	{"authorization.k8s.io/v1", &authorization.SelfSubjectRulesReview{}},
	{"autoscaling/v1", &autoscalingv1.Scale{}},
	{"autoscaling/v2", &autoscaling.HorizontalPodAutoscaler{}},
	{"batch/v1", &batch.Job{}},
	{"coordination.k8s.io/v1", &coordination.Lease{}},
	{"discovery.k8s.io/v1", &discovery.EndpointSlice{}},
	{"events.k8s.io/v1", &events.Event{}},
	{anyVersion, &meta.DeleteOptions{}},
	{"networking.k8s.io/v1", &networking.NetworkPolicy{}},
	{"node.k8s.io/v1", &node.RuntimeClass{}},
	{"policy/v1", &policy.Eviction{}},
	{"policy/v1", &policy.PodDisruptionBudget{}},
	{"rbac.authorization.k8s.io/v1", &rbac.ClusterRole{}},
	{"rbac.authorization.k8s.io/v1", &rbac.ClusterRoleBinding{}},
	{"rbac.authorization.k8s.io/v1", &rbac.Role{}},
	{"rbac.authorization.k8s.io/v1", &rbac.RoleBinding{}},
	{"scheduling.k8s.io/v1", &scheduling.PriorityClass{}},
	{"storage.k8s.io/v1", &storage.StorageClass{}},
}

// Types whose JSON is no object with the same fields.
var special = map[reflect.Type]string{
	reflect.TypeFor[meta.Time]():            "time",
	reflect.TypeFor[meta.MicroTime]():       "microTime",
	reflect.TypeFor[resource.Quantity]():    "quantity",
	reflect.TypeFor[intstr.IntOrString]():   "intOrString",
	reflect.TypeFor[meta.FieldsV1]():        "json",
	reflect.TypeFor[runtime.RawExtension](): "json",
	reflect.TypeFor[apiextensions.JSON]():   "json",
}

// Types whose JSON is the value of one of their fields: of the last one that is there.
var unions = []reflect.Type{
	reflect.TypeFor[apiextensions.JSONSchemaPropsOrArray](),
	reflect.TypeFor[apiextensions.JSONSchemaPropsOrBool](),
	reflect.TypeFor[apiextensions.JSONSchemaPropsOrStringArray](),
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	switch {
	case len(os.Args) == 2 && os.Args[1] == "table":
		printTable(out)
	case len(os.Args) >= 2 && os.Args[1] == "examples":
		printExamples(out, os.Args[2:])
	default:
		fmt.Fprintln(os.Stderr, "usage: protobuf table | examples [KIND]...")
		os.Exit(2)
	}
}

func printTable(out *bufio.Writer) {
	versions := map[reflect.Type]string{}
	var open []reflect.Type
	for _, root := range roots {
		message := reflect.TypeOf(root.object).Elem()
		versions[message] = root.apiVersion
		open = append(open, message)
	}
	lines := map[reflect.Type]string{}
	for len(open) > 0 {
		message := open[0]
		open = open[1:]
		if _, done := lines[message]; done {
			continue
		}
		line, found := describe(message, versions[message])
		lines[message] = line
		open = append(open, found...)
	}
	sorted := make([]string, 0, len(lines))
	for _, line := range lines {
		sorted = append(sorted, line)
	}
	sort.Strings(sorted)
	for _, line := range sorted {
		fmt.Fprintln(out, line)
	}
}

// describe gives the line of a message and the messages that it needs.
func describe(message reflect.Type, apiVersion string) (string, []reflect.Type) {
	line := nameOf(message)
	if message.Kind() == reflect.Slice {
		// A list with a name of its own is a message with its items.
		text, needed := typeOf(message)
		if needed == nil {
			return line + "| 1,items," + text, nil
		}
		return line + "| 1,items," + text, []reflect.Type{needed}
	}
	if apiVersion != "" {
		line += "@" + apiVersion
	}
	if slices.Contains(unions, message) {
		line += "|"
	}
	var found []reflect.Type
	for _, field := range fieldsOf(message) {
		text, needed := typeOf(field.Type)
		if needed != nil {
			found = append(found, needed)
		}
		line += " " + strconv.Itoa(field.number) + "," + field.json + "," + text
		if field.leftOutWhenZero {
			line += "?"
		}
	}
	return line, found
}

type field struct {
	reflect.StructField
	number          int
	json            string // empty when its fields are those of the object that has it
	leftOutWhenZero bool
}

func fieldsOf(message reflect.Type) []field {
	var fields []field
	for i := range message.NumField() {
		structField := message.Field(i)
		protobuf := structField.Tag.Get("protobuf")
		if protobuf == "" {
			if structField.Type != reflect.TypeFor[meta.TypeMeta]() {
				fail("%s.%s has no number", message, structField.Name)
			}
			continue
		}
		parts := strings.Split(protobuf, ",")
		number, err := strconv.Atoi(parts[1])
		if err != nil {
			fail("%s.%s: %v", message, structField.Name, err)
		}
		options := strings.Split(structField.Tag.Get("json"), ",")
		name := options[0]
		if structField.Tag.Get("json") == "" {
			// Only unions have such fields; they need some name.
			name = strings.TrimPrefix(parts[3], "name=")
		} else if name == "" && !slices.Contains(options, "inline") {
			fail("%s.%s has no name", message, structField.Name)
		}
		kind := structField.Type.Kind()
		if slices.Contains(options, "omitzero") && structField.Type != reflect.TypeFor[meta.Time]() {
			fail("%s.%s is left out by a rule that is not known", message, structField.Name)
		}
		fields = append(fields, field{structField, number, name,
			slices.Contains(options, "omitempty") && (isScalar(kind) || isBytes(structField.Type))})
	}
	sort.Slice(fields, func(i, j int) bool { return fields[i].number < fields[j].number })
	return fields
}

func isScalar(kind reflect.Kind) bool {
	switch kind {
	case reflect.String, reflect.Bool, reflect.Int32, reflect.Int64, reflect.Float64:
		return true
	}
	return false
}

func isBytes(of reflect.Type) bool {
	return of.Kind() == reflect.Slice && of.Elem().Kind() == reflect.Uint8
}

// typeOf gives the text for a type, and the message that it needs, if any.
func typeOf(of reflect.Type) (string, reflect.Type) {
	if text, found := special[of]; found {
		return text, nil
	}
	if isBytes(of) {
		return "bytes", nil
	}
	switch of.Kind() {
	case reflect.Pointer:
		return typeOf(of.Elem())
	case reflect.Slice:
		text, needed := typeOf(of.Elem())
		return "[]" + text, needed
	case reflect.Map:
		isList := of.Elem().Kind() == reflect.Slice && !isBytes(of.Elem())
		if of.Key().Kind() != reflect.String || of.Elem().Kind() == reflect.Map || (isList && of.Elem().Name() == "") {
			fail("maps like %s are not known", of)
		}
		if isList {
			return "{}" + nameOf(of.Elem()), of.Elem()
		}
		text, needed := typeOf(of.Elem())
		return "{}" + text, needed
	case reflect.Struct:
		return nameOf(of), of
	case reflect.String, reflect.Bool, reflect.Int32, reflect.Int64:
		return of.Kind().String(), nil
	case reflect.Float64:
		return "double", nil
	}
	fail("types like %s are not known", of)
	return "", nil
}

// nameOf gives the name as the definitions of the kinds have it, such as core.v1.Pod.
func nameOf(message reflect.Type) string {
	steps := strings.Split(message.PkgPath(), "/")
	return steps[len(steps)-2] + "." + steps[len(steps)-1] + "." + message.Name()
}

// printExamples prints three lines for each kind, or each of these: once with all fields, once with all fields empty but there, once with nothing.
func printExamples(out *bufio.Writer, kinds []string) {
	scheme := runtime.NewScheme()
	serializer := protobuf.NewSerializer(scheme, scheme)
	for _, root := range roots {
		apiVersion := root.apiVersion
		if apiVersion == anyVersion {
			apiVersion = "batch/v1"
		}
		kind := reflect.TypeOf(root.object).Elem().Name()
		if len(kinds) > 0 && !slices.Contains(kinds, kind) {
			continue
		}
		for variant := range 3 {
			object := reflect.New(reflect.TypeOf(root.object).Elem())
			if variant < 2 {
				(&filler{zero: variant == 1}).fill(object.Elem(), 0)
			}
			example := object.Interface().(runtime.Object)
			example.GetObjectKind().SetGroupVersionKind(schema.FromAPIVersionAndKind(apiVersion, kind))
			text, err := json.Marshal(example)
			if err != nil {
				fail("%s: %v", kind, err)
			}
			var bytes strings.Builder
			if err := serializer.Encode(example, &bytes); err != nil {
				fail("%s: %v", kind, err)
			}
			fmt.Fprintln(out, base64.StdEncoding.EncodeToString([]byte(bytes.String())), string(text))
		}
	}
}

// filler sets every field, to something else each time, or to its zero value where that is something else than nothing.
type filler struct {
	zero  bool
	count int
}

func (f *filler) fill(value reflect.Value, depth int) {
	f.count++
	if f.fillSpecial(value) {
		return
	}
	switch value.Kind() {
	case reflect.Pointer:
		if value.Type().Elem() == reflect.TypeFor[apiextensions.JSONSchemaProps]() && depth > 8 {
			return
		}
		value.Set(reflect.New(value.Type().Elem()))
		f.fill(value.Elem(), depth+1)
	case reflect.Slice:
		if isBytes(value.Type()) {
			value.SetBytes([]byte{})
			if !f.zero {
				value.SetBytes([]byte{0xff, byte(f.count)})
			}
			return
		}
		if value.Type().Elem() == reflect.TypeFor[apiextensions.JSONSchemaProps]() && depth > 8 {
			return
		}
		value.Set(reflect.MakeSlice(value.Type(), 2, 2))
		f.fill(value.Index(0), depth+1)
	case reflect.Map:
		if value.Type().Elem() == reflect.TypeFor[apiextensions.JSONSchemaProps]() && depth > 8 {
			return
		}
		item := reflect.New(value.Type().Elem()).Elem()
		f.fill(item, depth+1)
		key := reflect.New(value.Type().Key()).Elem()
		if !f.zero {
			key.SetString("k" + strconv.Itoa(f.count))
		}
		value.Set(reflect.MakeMap(value.Type()))
		value.SetMapIndex(key, item)
	case reflect.Struct:
		for i := range value.NumField() {
			if value.Type().Field(i).Type != reflect.TypeFor[meta.TypeMeta]() {
				f.fill(value.Field(i), depth+1)
			}
		}
	case reflect.String:
		if !f.zero {
			value.SetString("s" + strconv.Itoa(f.count) + "ä")
		}
	case reflect.Bool:
		value.SetBool(!f.zero)
	case reflect.Int32, reflect.Int64:
		if !f.zero {
			sign := int64(1 - 2*(f.count%2))
			value.SetInt(sign * int64(f.count) * 1_000_000)
			if value.Kind() == reflect.Int64 {
				value.SetInt(sign * int64(f.count) * 1_000_000_000_000)
			}
		}
	case reflect.Float64:
		if !f.zero {
			value.SetFloat(float64(f.count) / 2)
		}
	default:
		fail("values like %s are not known", value.Type())
	}
}

func (f *filler) fillSpecial(value reflect.Value) bool {
	moment := time.Unix(1_700_000_000+int64(f.count), 123_456_789)
	var filled any
	switch value.Interface().(type) {
	case meta.Time:
		filled = meta.NewTime(moment)
	case meta.MicroTime:
		filled = meta.NewMicroTime(moment)
	case resource.Quantity:
		filled = resource.MustParse(strconv.Itoa(f.count) + "500m")
	case intstr.IntOrString:
		filled = intstr.FromInt32(int32(f.count))
		if f.count%2 == 0 {
			filled = intstr.FromString(strconv.Itoa(f.count) + "%")
		}
	case meta.FieldsV1:
		filled = meta.FieldsV1{Raw: []byte(`{"f:spec":{".":{},"k:{\"a\":1}":{}}}`)}
	case runtime.RawExtension:
		filled = runtime.RawExtension{Raw: []byte(`{"a":[1,2.5,null]}`)}
	case apiextensions.JSON:
		filled = apiextensions.JSON{Raw: []byte(`{"a":[1,2.5,true,"b"]}`)}
	default:
		return false
	}
	if !f.zero {
		value.Set(reflect.ValueOf(filled))
	}
	return true
}

func fail(format string, values ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	os.Exit(1)
}
