package io.trainyard.launcher.crds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Reading JSON schemas. */
final class Schemas {

    private Schemas() {}

    /** The strings of an array, in its order; empty for anything that is no array. */
    static Set<String> texts(JsonNode array) {
        Set<String> result = new LinkedHashSet<>();
        array.forEach(item -> result.add(item.asText()));
        return result;
    }

    /**
     * Visits a schema and every schema inside it, outer ones first.
     *
     * @param path where the schema stands, as {@code .spec.list[].map{}}; empty at the root
     */
    static void walk(String path, JsonNode schema, BiConsumer<String, JsonNode> visitor) {
        visitor.accept(path, schema);
        schema.path("properties")
                .properties()
                .forEach(property -> walk(path + "." + property.getKey(), property.getValue(), visitor));
        if (schema.path("items").isObject()) {
            walk(path + "[]", schema.get("items"), visitor);
        }
        if (schema.path("additionalProperties").isObject()) {
            walk(path + "{}", schema.get("additionalProperties"), visitor);
        }
    }

    /** The schema at a path as {@link #walk} writes it; a missing node where there is none. */
    static JsonNode at(JsonNode root, String path) {
        Map<String, JsonNode> found = new HashMap<>();
        walk("", root, found::put);
        return found.getOrDefault(path, MissingNode.getInstance());
    }
}
