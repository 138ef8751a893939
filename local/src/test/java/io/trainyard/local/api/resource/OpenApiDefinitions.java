package io.trainyard.local.api.resource;

import io.trainyard.foundation.tree.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns the OpenAPI documents of an API server into the definitions that we keep: names, types, list types; no descriptions. */
final class OpenApiDefinitions {
    private static final String REFERENCE = "#/components/schemas/";
    private static final List<String> KEPT = List.of(
            "type",
            "x-kubernetes-list-type",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-map-type",
            "x-kubernetes-patch-strategy",
            "x-kubernetes-patch-merge-key");
    private static final List<String> OPAQUE = List.of("RawExtension", "FieldsV1", "JSON", "JSONSchemaProps");

    private final Map<String, Object> source = new LinkedHashMap<>();
    private final Map<String, Object> result = new TreeMap<>();

    void addDocument(Map<String, Object> document) {
        source.putAll(Tree.child(document, "components", "schemas"));
    }

    /** The definition of a kind and everything that it refers to. */
    void take(String name) {
        source.keySet().stream()
                .filter(full -> shortened(full).equals(name))
                .findFirst()
                .ifPresentOrElse(this::takeFull, () -> {
                    throw new IllegalArgumentException("no definition " + name);
                });
    }

    Map<String, Object> result() {
        return result;
    }

    private void takeFull(String full) {
        String name = shortened(full);
        if (!result.containsKey(name)) {
            result.put(name, Map.of());
            result.put(name, definition(name, Tree.child(source, full)));
        }
    }

    private Map<String, Object> definition(String name, Map<String, Object> schema) {
        String kind = name.substring(name.lastIndexOf('.') + 1);
        if (OPAQUE.contains(kind)) {
            return Tree.of("x-kubernetes-preserve-unknown-fields", true);
        }
        if (kind.equals("Quantity")) {
            return Tree.of("format", "quantity");
        }
        return node(schema, kind.endsWith("Status"));
    }

    private Map<String, Object> node(Map<String, Object> schema, boolean status) {
        List<Map<String, Object>> allOf = Tree.objects(schema, "allOf");
        String reference = allOf.isEmpty() ? Tree.text(schema, "$ref") : Tree.text(allOf.get(0), "$ref");
        if (!reference.isEmpty()) {
            String full = reference.substring(REFERENCE.length());
            takeFull(full);
            return Tree.of("$ref", shortened(full));
        }
        Map<String, Object> node = new LinkedHashMap<>();
        for (String keyword : KEPT) {
            if (schema.containsKey(keyword)) {
                node.put(keyword, schema.get(keyword));
            }
        }
        String format = Tree.text(schema, "format");
        if (format.equals("int-or-string")) {
            node.put("x-kubernetes-int-or-string", true);
        } else if (List.of("int32", "int64", "byte", "date-time").contains(format)) {
            node.put("format", format);
        }
        if (schema.get("enum") instanceof List<?> values && !status) {
            node.put("enum", values);
        }
        if (isTelling(schema.get("default"))) {
            node.put("default", schema.get("default"));
        }
        Map<String, Object> properties = new TreeMap<>();
        Tree.child(schema, "properties")
                .forEach((name, property) -> properties.put(name, node(Tree.object(property), status)));
        if (!properties.isEmpty()) {
            node.put("properties", properties);
        }
        for (String nested : List.of("items", "additionalProperties")) {
            if (schema.get(nested) instanceof Map<?, ?> map) {
                node.put(nested, node(Tree.object(map), status));
            }
        }
        if ("object".equals(node.get("type")) && properties.isEmpty() && !node.containsKey("additionalProperties")) {
            node.put("x-kubernetes-preserve-unknown-fields", true);
        }
        return node;
    }

    /** Zero values are what Go makes of an absent field, not defaults. */
    private static boolean isTelling(@Nullable Object value) {
        return value != null
                && !value.equals(Map.of())
                && !value.equals("")
                && !value.equals(0L)
                && !value.equals(false);
    }

    private static String shortened(String full) {
        String[] parts = full.split("\\.");
        int count = parts.length;
        return parts[count - 3] + "." + parts[count - 2] + "." + parts[count - 1];
    }
}
