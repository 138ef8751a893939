package io.trainyard.local.api.resource;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.schema.SchemaParser;
import io.trainyard.local.api.resource.ResourceType.Names;
import io.trainyard.local.api.resource.ResourceType.Origin;
import io.trainyard.local.client.Resource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The kinds that need no definition. Their fields are kept in {@code built-in-types.json}, which a test compares with what a real
 * API server says.
 */
public final class BuiltInTypes {
    /** Name of the schema of the metadata that every object has. */
    public static final String METADATA = "meta.v1.ObjectMeta";

    private static final String DEFINITIONS = "built-in-types.json";
    private static final SchemaParser SCHEMAS = SchemaParser.lazy(definitions());

    private final SchemaParser schemas;
    private final Function<String, KindBehavior> behaviors;
    private final Function<String, List<PrinterColumn>> columns;
    private final List<ResourceType> types = new ArrayList<>();
    private String group = "";
    private String version = "";
    private String prefix = "";
    private @Nullable Entry open;

    /**
     * The kinds with these schemas.
     *
     * @param behaviors what is special about a kind, by its name
     * @param columns what lists show of a kind, by its name
     */
    public BuiltInTypes(
            SchemaParser schemas,
            Function<String, KindBehavior> behaviors,
            Function<String, List<PrinterColumn>> columns) {
        this.schemas = schemas;
        this.behaviors = behaviors;
        this.columns = columns;
    }

    /** The schemas of all built-in kinds, from the class path; the same object for each call. */
    public static SchemaParser schemas() {
        return SCHEMAS;
    }

    /** The same as trees by name, in which {@code $ref} names another one; mutable and not shared. */
    public static Map<String, Object> definitions() {
        try (InputStream in = BuiltInTypes.class.getResourceAsStream(DEFINITIONS)) {
            if (in == null) {
                throw new IllegalStateException(DEFINITIONS + " is missing from the class path");
            }
            return Json.parseObject(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All built-in kinds, in the order of discovery. */
    public List<ResourceType> all() {
        core();
        group("batch", "v1", "batch.v1.");
        add("Job", "jobs").status();
        group("apiextensions.k8s.io", "v1", "apiextensions.v1.");
        add("CustomResourceDefinition", "customresourcedefinitions")
                .cluster()
                .shortNames("crd", "crds")
                .categories("api-extensions")
                .status();
        group("autoscaling", "v2", "autoscaling.v2.");
        add("HorizontalPodAutoscaler", "horizontalpodautoscalers")
                .shortNames("hpa")
                .categories("all")
                .status();
        group("coordination.k8s.io", "v1", "coordination.v1.");
        add("Lease", "leases");
        group("discovery.k8s.io", "v1", "discovery.v1.");
        add("EndpointSlice", "endpointslices");
        group("events.k8s.io", "v1", "events.v1.");
        add("Event", "events").shortNames("ev");
        group("node.k8s.io", "v1", "node.v1.");
        add("RuntimeClass", "runtimeclasses").cluster();
        group("rbac.authorization.k8s.io", "v1", "rbac.v1.");
        add("Role", "roles");
        add("RoleBinding", "rolebindings");
        add("ClusterRole", "clusterroles").cluster();
        add("ClusterRoleBinding", "clusterrolebindings").cluster();
        group("scheduling.k8s.io", "v1", "scheduling.v1.");
        add("PriorityClass", "priorityclasses").cluster().shortNames("pc");
        group("networking.k8s.io", "v1", "networking.v1.");
        add("NetworkPolicy", "networkpolicies").shortNames("netpol");
        group("policy", "v1", "policy.v1.");
        add("PodDisruptionBudget", "poddisruptionbudgets").shortNames("pdb").status();
        group("storage.k8s.io", "v1", "storage.v1.");
        add("StorageClass", "storageclasses").cluster().shortNames("sc");
        group("admissionregistration.k8s.io", "v1", "admissionregistration.v1.");
        add("ValidatingWebhookConfiguration", "validatingwebhookconfigurations")
                .cluster()
                .categories("api-extensions");
        add("MutatingWebhookConfiguration", "mutatingwebhookconfigurations")
                .cluster()
                .categories("api-extensions");
        finish();
        return List.copyOf(types);
    }

    private void core() {
        group("", "v1", "core.v1.");
        add("Namespace", "namespaces")
                .cluster()
                .shortNames("ns")
                .status()
                .subresources("finalize")
                .fields("status.phase", "name");
        add("Pod", "pods")
                .shortNames("po")
                .categories("all")
                .status()
                .subresources("log", "binding", "exec", "attach", "portforward")
                .fields(
                        "spec.nodeName",
                        "spec.restartPolicy",
                        "spec.schedulerName",
                        "spec.serviceAccountName",
                        "spec.hostNetwork",
                        "status.phase",
                        "status.podIP",
                        "status.podIPs",
                        "status.nominatedNodeName");
        add("Service", "services").shortNames("svc").categories("all").status();
        add("Endpoints", "endpoints").shortNames("ep");
        add("ConfigMap", "configmaps").shortNames("cm");
        add("Secret", "secrets").fields("type");
        add("PersistentVolumeClaim", "persistentvolumeclaims").shortNames("pvc").status();
        add("PersistentVolume", "persistentvolumes").cluster().shortNames("pv").status();
        add("Event", "events")
                .shortNames("ev")
                .fields(
                        "involvedObject.kind",
                        "involvedObject.namespace",
                        "involvedObject.name",
                        "involvedObject.uid",
                        "involvedObject.apiVersion",
                        "involvedObject.resourceVersion",
                        "involvedObject.fieldPath",
                        "reason",
                        "reportingComponent",
                        "source",
                        "type");
        add("ServiceAccount", "serviceaccounts").shortNames("sa");
        add("Node", "nodes").cluster().shortNames("no").status().fields("spec.unschedulable");
        add("LimitRange", "limitranges").shortNames("limits");
        add("ResourceQuota", "resourcequotas").shortNames("quota").status();
        add("PodTemplate", "podtemplates");
    }

    private void group(String name, String servedVersion, String definitionPrefix) {
        finish();
        group = name;
        version = servedVersion;
        prefix = definitionPrefix;
    }

    private Entry add(String kind, String plural) {
        finish();
        open = new Entry(kind, plural);
        return open;
    }

    private void finish() {
        if (open != null) {
            types.add(open.type());
            open = null;
        }
    }

    /** One kind while it is being described. */
    private final class Entry {
        private final String kind;
        private final String plural;
        private boolean namespaced = true;
        private List<String> shortNames = List.of();
        private List<String> categories = List.of();
        private final List<String> subresources = new ArrayList<>();
        private List<String> fields = List.of();

        Entry(String kind, String plural) {
            this.kind = kind;
            this.plural = plural;
        }

        Entry cluster() {
            namespaced = false;
            return this;
        }

        Entry shortNames(String... names) {
            shortNames = List.of(names);
            return this;
        }

        Entry categories(String... names) {
            categories = List.of(names);
            return this;
        }

        Entry status() {
            subresources.add("status");
            return this;
        }

        Entry subresources(String... names) {
            subresources.addAll(List.of(names));
            return this;
        }

        Entry fields(String... paths) {
            fields = List.of(paths);
            return this;
        }

        private LazySchema schema(String definition) {
            return LazySchema.of(() -> schemas.definition(definition));
        }

        ResourceType type() {
            String name = group.isEmpty() || !kind.equals("Event") ? kind : group + "/" + kind;
            return new ResourceType(
                    new Resource(group, version, plural),
                    new Names(kind, kind + "List", kind.toLowerCase(Locale.ROOT), shortNames, categories),
                    namespaced,
                    Origin.BUILT_IN,
                    schema(prefix + kind),
                    List.copyOf(subresources),
                    Optional.empty(),
                    behaviors.apply(name),
                    columns.apply(name),
                    fields);
        }
    }
}
