package io.trainyard.spi.parameters;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists and plain values. */
final class JsonTree {
    private JsonTree() {}

    /** A copy that nobody can change; a tree may hold nulls. */
    static Map<String, Object> unmodifiable(Map<String, Object> tree) {
        Map<String, Object> copy = new LinkedHashMap<>();
        tree.forEach((key, value) -> copy.put(key, fixed(value)));
        return Collections.unmodifiableMap(copy);
    }

    private static Object fixed(Object value) {
        if (value instanceof Map<?, ?>) {
            return unmodifiable(object(value));
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>(list.size());
            list.forEach(item -> copy.add(fixed(item)));
            return Collections.unmodifiableList(copy);
        }
        return value;
    }

    /** RFC 7386: objects are merged, null removes, everything else replaces. */
    static Map<String, Object> merge(Map<String, Object> target, Map<String, Object> patch) {
        Map<String, Object> merged = new LinkedHashMap<>(target);
        patch.forEach((key, value) -> {
            if (value == null) {
                merged.remove(key);
            } else if (value instanceof Map<?, ?>) {
                merged.put(
                        key, merge(merged.get(key) instanceof Map<?, ?> old ? object(old) : Map.of(), object(value)));
            } else {
                merged.put(key, value);
            }
        });
        return merged;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }
}
