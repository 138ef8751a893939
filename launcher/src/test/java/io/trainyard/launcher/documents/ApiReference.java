package io.trainyard.launcher.documents;

import static io.trainyard.launcher.documents.ReferencePage.code;
import static io.trainyard.launcher.documents.ReferencePage.plain;
import static io.trainyard.launcher.documents.ReferencePage.sentence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Makes the page of the API of the custom resource definitions; adds nothing to what they say. */
final class ApiReference {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final List<String> COLUMNS = List.of("Field", "Type", "Default", "Rules", "Meaning");

    private final ReferencePage page = new ReferencePage("API", "deploy/crds");

    private ApiReference() {}

    static String page() throws IOException {
        return new ApiReference().write();
    }

    private String write() throws IOException {
        page.paragraph("The kinds of the API group `trainer.kubeflow.org`. The API server checks types and rules; the"
                + " [webhooks](../operate/admission.md) check what a TrainJob needs from its runtime."
                + " A type of Kubernetes stands as *Kubernetes*: its fields are those of the release that serves it.");
        JsonNode runtime = definition("trainingruntimes");
        JsonNode clusterRuntime = definition("clustertrainingruntimes");
        kind(definition("trainjobs"));
        kind(runtime);
        sections(runtime);
        kind(clusterRuntime);
        if (!schema(clusterRuntime).path("properties").path("spec").equals(specOf(runtime))) {
            throw new IllegalStateException("the two kinds of runtimes have different specs: give each its tables");
        }
        page.paragraph("The fields are those of a [TrainingRuntime](#trainingruntime).");
        return page.toString();
    }

    private static JsonNode specOf(JsonNode definition) {
        return schema(definition).path("properties").path("spec");
    }

    private static JsonNode definition(String plural) throws IOException {
        return YAML.readTree(Documents.ROOT
                .resolve("deploy/crds/trainer.kubeflow.org_" + plural + ".yaml")
                .toFile());
    }

    private static JsonNode version(JsonNode definition) {
        return stream(definition.path("spec").path("versions"))
                .filter(version -> version.path("storage").asBoolean())
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode schema(JsonNode definition) {
        return version(definition).path("schema").path("openAPIV3Schema");
    }

    private void kind(JsonNode definition) {
        JsonNode spec = definition.path("spec");
        JsonNode names = spec.path("names");
        page.heading(2, names.path("kind").asText());
        page.paragraph(sentence(plain(schema(definition).path("description").asText())));
        List<List<String>> facts = new ArrayList<>();
        facts.add(List.of(
                "Versions",
                stream(spec.path("versions"))
                        .filter(version -> version.path("served").asBoolean())
                        .map(version -> code(version.path("name").asText())
                                + (version.path("storage").asBoolean() ? " (stored)" : ""))
                        .reduce((one, two) -> one + ", " + two)
                        .orElseThrow()));
        facts.add(List.of("Scope", spec.path("scope").asText()));
        facts.add(List.of("Resource", code(names.path("plural").asText())));
        if (names.has("shortNames")) {
            facts.add(List.of("Short names", codes(names.path("shortNames"))));
        }
        JsonNode subresources = version(definition).path("subresources");
        if (!subresources.isMissingNode()) {
            List<String> served = new ArrayList<>();
            subresources.fieldNames().forEachRemaining(name -> served.add(code(name)));
            facts.add(List.of("Subresources", String.join(", ", served)));
        }
        page.table(List.of("", ""), facts);
        page.table(
                List.of("Column of `kubectl get`", "Shown", "Meaning"),
                stream(version(definition).path("additionalPrinterColumns"))
                        .map(column -> List.of(
                                column.path("name").asText(),
                                column.path("priority").asInt() == 0 ? "always" : "with `-o wide`",
                                plain(column.path("description").asText())))
                        .toList());
        if (names.path("kind").asText().equals("TrainJob")) {
            sections(definition);
        }
    }

    /** A heading for spec and status, and one for each field in them that has fields of its own. */
    private void sections(JsonNode definition) {
        String kind = definition.path("spec").path("names").path("kind").asText();
        schema(definition).path("properties").fields().forEachRemaining(part -> {
            if (!isDescribed(part.getValue())) {
                return;
            }
            String name = part.getKey();
            page.heading(3, kind + ": `" + name + "`");
            page.paragraph(sentence(plain(part.getValue().path("description").asText())));
            List<List<String>> own = new ArrayList<>();
            JsonNode properties = part.getValue().path("properties");
            properties
                    .fields()
                    .forEachRemaining(field -> own.add(row(part.getValue(), field.getKey(), field.getValue())));
            page.table(COLUMNS, own);
            properties.fields().forEachRemaining(field -> {
                if (isDescribed(inner(field.getValue()))) {
                    page.heading(4, kind + ": `" + name + "." + field.getKey() + "`");
                    List<List<String>> rows = new ArrayList<>();
                    below(field.getValue(), "", rows);
                    page.table(COLUMNS, rows);
                }
            });
        });
    }

    private static void below(JsonNode schema, String path, List<List<String>> rows) {
        JsonNode inner = inner(schema);
        String prefix = path.isEmpty() ? "" : path + (inner == schema ? "." : "[].");
        inner.path("properties").fields().forEachRemaining(field -> {
            rows.add(row(inner, prefix + field.getKey(), field.getValue()));
            if (isDescribed(inner(field.getValue()))) {
                below(field.getValue(), prefix + field.getKey(), rows);
            }
        });
    }

    /** What a list or a map holds; the schema itself else. */
    private static JsonNode inner(JsonNode schema) {
        if (schema.path("items").isObject()) {
            return schema.path("items");
        }
        return schema.path("additionalProperties").isObject() && !schema.has("properties")
                ? schema.path("additionalProperties")
                : schema;
    }

    /** Fields of types of Kubernetes have no descriptions. */
    private static boolean isDescribed(JsonNode schema) {
        return stream(schema.path("properties"))
                .anyMatch(field -> field.has("description") || isDescribed(inner(field)));
    }

    private static List<String> row(JsonNode parent, String path, JsonNode schema) {
        String name = path.substring(path.lastIndexOf('.') + 1);
        return List.of(
                code(path),
                type(schema),
                schema.has("default") ? code(schema.path("default").toString().replaceAll("^\"(.*)\"$", "$1")) : "",
                rules(parent, name, schema),
                plain(schema.path("description").asText()));
    }

    private static String type(JsonNode schema) {
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            return "integer or string";
        }
        String type = schema.path("type").asText("object");
        if (type.equals("array")) {
            return "list of " + type(schema.path("items"));
        }
        if (!type.equals("object")) {
            return type + (schema.path("format").asText().equals("date-time") ? " (time)" : "");
        }
        JsonNode values = schema.path("additionalProperties");
        if (values.isObject() && !schema.has("properties")) {
            return "map of " + type(values);
        }
        if (schema.has("properties")) {
            return isDescribed(schema) ? "object" : "*Kubernetes*";
        }
        return "object";
    }

    private static String rules(JsonNode parent, String name, JsonNode schema) {
        List<String> rules = new ArrayList<>();
        if (stream(parent.path("required"))
                .anyMatch(required -> required.asText().equals(name))) {
            rules.add("required");
        }
        if (schema.has("enum")) {
            rules.add("one of " + codes(schema.path("enum")));
        }
        bounds(rules, schema, "minimum", "maximum", "");
        bounds(rules, schema, "minLength", "maxLength", " characters");
        bounds(rules, schema, "minItems", "maxItems", " items");
        bounds(rules, schema, "minProperties", "maxProperties", " fields");
        if (schema.has("pattern")) {
            rules.add("matches " + code(schema.path("pattern").asText()));
        }
        if (schema.has("x-kubernetes-list-map-keys")) {
            rules.add("each " + codes(schema.path("x-kubernetes-list-map-keys")) + " once");
        }
        stream(schema.path("x-kubernetes-validations"))
                .map(rule -> plain(rule.path("message").asText(rule.path("rule").asText())))
                .forEach(rules::add);
        return String.join("; ", rules);
    }

    private static void bounds(List<String> rules, JsonNode schema, String least, String most, String unit) {
        if (schema.has(least) && schema.has(most)) {
            rules.add(schema.path(least).asText() + " to " + schema.path(most).asText() + unit);
        } else if (!unit.isEmpty() && schema.path(least).asInt() == 1) {
            rules.add("not empty");
        } else if (schema.has(least)) {
            rules.add("at least " + schema.path(least).asText() + unit);
        } else if (schema.has(most)) {
            rules.add("at most " + schema.path(most).asText() + unit);
        }
    }

    private static String codes(JsonNode list) {
        return stream(list)
                .map(item -> code(item.asText()))
                .reduce((one, two) -> one + ", " + two)
                .orElse("");
    }

    private static Stream<JsonNode> stream(JsonNode node) {
        return StreamSupport.stream(node.spliterator(), false);
    }
}
