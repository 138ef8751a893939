package io.trainyard.core.compile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reading and copying JSON trees: maps with string keys, lists, strings, numbers, booleans and nulls. Reading is lenient: what is missing, or
 * of another type, reads as empty. Nothing here changes its arguments.
 */
public final class Tree {
    private Tree() {}

    /** The object at a path of keys; empty when there is none. */
    public static Map<String, Object> object(@Nullable Object tree, String... path) {
        return asObject(at(tree, path));
    }

    /** The list at a path of keys; empty when there is none. */
    @SuppressWarnings("unchecked")
    public static List<Object> list(@Nullable Object tree, String... path) {
        return at(tree, path) instanceof List<?> list ? (List<Object>) list : List.of();
    }

    /** The objects of the list at a path of keys; other items are left out. */
    public static List<Map<String, Object>> objects(@Nullable Object tree, String... path) {
        List<Map<String, Object>> objects = new ArrayList<>();
        for (Object item : list(tree, path)) {
            if (item instanceof Map<?, ?>) {
                objects.add(asObject(item));
            }
        }
        return objects;
    }

    /** The string at a path of keys. */
    public static Optional<String> string(@Nullable Object tree, String... path) {
        return at(tree, path) instanceof String string ? Optional.of(string) : Optional.empty();
    }

    /** The whole number at a path of keys. */
    public static Optional<Integer> integer(@Nullable Object tree, String... path) {
        return at(tree, path) instanceof Number number ? Optional.of(number.intValue()) : Optional.empty();
    }

    /** The strings of the list at a path of keys; null when there is no list there. */
    public static @Nullable List<String> strings(@Nullable Object tree, String... path) {
        if (!(at(tree, path) instanceof List<?> list)) {
            return null;
        }
        return list.stream().map(String::valueOf).toList();
    }

    /** The value at a path of keys; null when there is none. */
    public static @Nullable Object at(@Nullable Object tree, String... path) {
        Object current = tree;
        for (String key : path) {
            if (!(current instanceof Map<?, ?> map)) {
                return null;
            }
            current = map.get(key);
        }
        return current;
    }

    /** A copy that shares no map and no list with the original. */
    public static Map<String, Object> copy(Map<String, Object> tree) {
        Map<String, Object> copy = new LinkedHashMap<>(tree.size() * 2);
        tree.forEach((key, value) -> copy.put(key, copyOf(value)));
        return copy;
    }

    private static Object copyOf(Object value) {
        if (value instanceof Map<?, ?>) {
            return copy(asObject(value));
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>(list.size());
            list.forEach(item -> copy.add(copyOf(item)));
            return copy;
        }
        return value;
    }

    /** A copy with one key set. */
    public static Map<String, Object> with(Map<String, Object> tree, String key, Object value) {
        Map<String, Object> copy = new LinkedHashMap<>(tree);
        copy.put(key, value);
        return copy;
    }

    /** A copy in which the object at a path of keys, made when missing, is replaced by what the change gives for it. */
    public static Map<String, Object> update(
            Map<String, Object> tree, UnaryOperator<Map<String, Object>> change, String... path) {
        return update(tree, change, 0, path);
    }

    /** A copy in which every object of a list is replaced; the list is left alone when it is missing. */
    public static Map<String, Object> updateEach(
            Map<String, Object> tree, String listKey, UnaryOperator<Map<String, Object>> change) {
        List<Object> items = list(tree, listKey);
        if (items.isEmpty()) {
            return tree;
        }
        List<Object> changed = new ArrayList<>(items.size());
        items.forEach(item -> changed.add(item instanceof Map<?, ?> ? change.apply(asObject(item)) : item));
        return with(tree, listKey, changed);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> asObject(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    private static Map<String, Object> update(
            Map<String, Object> tree, UnaryOperator<Map<String, Object>> change, int depth, String[] path) {
        if (depth == path.length) {
            return change.apply(tree);
        }
        return with(tree, path[depth], update(object(tree, path[depth]), change, depth + 1, path));
    }
}
