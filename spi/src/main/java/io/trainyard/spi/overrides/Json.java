package io.trainyard.spi.overrides;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reading trees that nobody has checked: what has another type than expected counts as absent. */
final class Json {
    private Json() {}

    static Map<String, Object> object(@Nullable Map<String, Object> tree, String... path) {
        @Nullable Object value = at(tree, path);
        return value instanceof Map<?, ?> map ? fields(map) : Map.of();
    }

    static List<Map<String, Object>> objects(@Nullable Map<String, Object> tree, String... path) {
        List<Map<String, Object>> objects = new ArrayList<>();
        if (at(tree, path) instanceof List<?> list) {
            for (Object item : list) {
                // Something else keeps its place, so that the paths of the items after it are right.
                objects.add(item instanceof Map<?, ?> map ? fields(map) : Map.of());
            }
        }
        return objects;
    }

    static String text(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof String text ? text : "";
    }

    private static @Nullable Object at(@Nullable Map<String, Object> tree, String... path) {
        @Nullable Object value = tree;
        for (String field : path) {
            value = value instanceof Map<?, ?> map ? map.get(field) : null;
        }
        return value;
    }

    @SuppressWarnings("unchecked") // keys of JSON objects are strings
    private static Map<String, Object> fields(Map<?, ?> map) {
        return (Map<String, Object>) map;
    }
}
