package io.trainyard.launcher.crds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns the OpenAPI v3 documents of an API server into structural schemas (API-10, API-11, API-14, API-16).
 *
 * <p>Left out on purpose: descriptions (size), enums (a newer cluster may know more values than the one that these
 * schemas were taken from, and it judges them anyway), the defaults of Go zero values on required fields (they would
 * fill in what has to be refused), and everything that a CustomResourceDefinition may not contain.
 */
final class OpenApiSchemas implements KubernetesSchemas {

    private static final String QUANTITY_PATTERN = "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))"
            + "(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

    /** What is kept of embedded metadata; the rest is the API server's business. */
    private static final Set<String> KEPT_METADATA = Set.of("annotations", "finalizers", "labels", "name", "namespace");

    private static final List<String> KEPT_KEYWORDS = List.of(
            "type",
            "format",
            "pattern",
            "minimum",
            "maximum",
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "required",
            "x-kubernetes-list-type",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-map-type");

    private final Function<String, JsonNode> documents;
    private final Map<String, JsonNode> schemasOfDocument = new HashMap<>();

    /**
     * @param documents from {@code api/v1} or {@code apis/GROUP/VERSION} to the document that the API server has under
     *     {@code /openapi/v3/}; asked at most once per document
     */
    OpenApiSchemas(Function<String, JsonNode> documents) {
        this.documents = documents;
    }

    @Override
    public ObjectNode schema(String type) {
        int space = type.indexOf(' ');
        if (space < 0) {
            throw new IllegalArgumentException("'" + type + "' should read GROUP/VERSION KIND");
        }
        String groupVersion = type.substring(0, space);
        String document =
                switch (groupVersion) {
                    case "core/v1" -> "api/v1";
                    case "meta/v1" -> "apis/batch/v1";
                    default -> "apis/" + groupVersion;
                };
        JsonNode schemas = schemasOfDocument.computeIfAbsent(
                document, path -> documents.apply(path).path("components").path("schemas"));
        String suffix = "." + groupVersion.replace('/', '.') + "." + type.substring(space + 1);
        for (var names = schemas.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (name.startsWith("io.k8s.") && name.endsWith(suffix)) {
                return new Conversion(schemas).named(name);
            }
        }
        throw new IllegalArgumentException("the API server has no schema for " + type + " in " + document);
    }

    /** One walk through one document; knows the types it is inside of, so that a recursive type is an error. */
    private static final class Conversion {

        private final JsonNode schemas;
        private final Deque<String> inside = new ArrayDeque<>();

        Conversion(JsonNode schemas) {
            this.schemas = schemas;
        }

        ObjectNode named(String name) {
            if (inside.contains(name)) {
                throw new IllegalArgumentException(name + " contains itself, which no structural schema can express");
            }
            inside.push(name);
            ObjectNode result =
                    switch (name.substring(name.lastIndexOf('.') + 1)) {
                        case "Quantity" -> intOrString().put("pattern", QUANTITY_PATTERN);
                        case "IntOrString" -> intOrString();
                        case "ObjectMeta" -> metadata(schemas.path(name));
                        default -> converted(schemas.path(name));
                    };
            inside.pop();
            return result;
        }

        private ObjectNode converted(JsonNode schema) {
            String reference = reference(schema);
            if (reference != null) {
                return named(reference);
            }
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            for (String keyword : KEPT_KEYWORDS) {
                if (schema.has(keyword)) {
                    result.set(keyword, schema.get(keyword).deepCopy());
                }
            }
            if (!result.has("type")) {
                throw new IllegalArgumentException("a schema without type within " + inside + ": " + schema);
            }
            if (schema.has("properties")) {
                result.set("properties", properties(schema));
            }
            if (schema.has("items")) {
                result.set("items", converted(schema.get("items")));
            }
            if (schema.path("additionalProperties").isObject()) {
                result.set("additionalProperties", converted(schema.get("additionalProperties")));
            }
            return result;
        }

        private ObjectNode properties(JsonNode schema) {
            Set<String> required = Schemas.texts(schema.path("required"));
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            schema.get("properties").properties().forEach(property -> {
                ObjectNode converted = converted(property.getValue());
                JsonNode value = property.getValue().path("default");
                if (value.isValueNode() && !required.contains(property.getKey())) {
                    converted.set("default", value);
                }
                result.set(property.getKey(), converted);
            });
            return result;
        }

        private ObjectNode metadata(JsonNode schema) {
            ObjectNode result = JsonNodeFactory.instance.objectNode().put("type", "object");
            ObjectNode properties = result.putObject("properties");
            schema.path("properties").properties().forEach(property -> {
                if (KEPT_METADATA.contains(property.getKey())) {
                    ObjectNode kept = converted(property.getValue());
                    kept.remove("x-kubernetes-list-type");
                    properties.set(property.getKey(), kept);
                }
            });
            return result;
        }

        private static ObjectNode intOrString() {
            return JsonNodeFactory.instance.objectNode().put("x-kubernetes-int-or-string", true);
        }

        /** The API server writes a reference either bare or as the only member of allOf, with a default beside it. */
        private static @Nullable String reference(JsonNode schema) {
            JsonNode target = schema.has("allOf") ? schema.get("allOf").path(0) : schema;
            String reference = target.path("$ref").asText("");
            return reference.isEmpty() ? null : reference.substring(reference.lastIndexOf('/') + 1);
        }
    }
}
