package io.trainyard.foundation.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reading and changing trees. A path is a sequence of field names; lists are not walked through. */
public final class Tree {
    private Tree() {}

    /** The same map with the type that every JSON object has. */
    @SuppressWarnings("unchecked") // keys of JSON objects are strings
    public static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    /** A mutable object of alternating names and values; a value may be null. */
    public static Map<String, Object> of(@Nullable Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }

    /** What lies at a path; null when it, or anything on the way, is absent. */
    public static @Nullable Object at(@Nullable Object tree, String... path) {
        Object value = tree;
        for (String name : path) {
            if (!(value instanceof Map<?, ?> map)) {
                return null;
            }
            value = map.get(name);
        }
        return value;
    }

    /** The text at a path; empty when there is none. */
    public static String text(@Nullable Object tree, String... path) {
        return at(tree, path) instanceof String text ? text : "";
    }

    /** The integer at a path; the default value when there is none. */
    public static long integer(long defaultValue, @Nullable Object tree, String... path) {
        return at(tree, path) instanceof Number number ? number.longValue() : defaultValue;
    }

    /** True when the value at a path is {@code true}. */
    public static boolean flag(@Nullable Object tree, String... path) {
        return Boolean.TRUE.equals(at(tree, path));
    }

    /** The object at a path, not copied; empty and immutable when there is none. */
    public static Map<String, Object> child(@Nullable Object tree, String... path) {
        return at(tree, path) instanceof Map<?, ?> map ? object(map) : Map.of();
    }

    /** The list at a path, not copied; empty and immutable when there is none. */
    @SuppressWarnings("unchecked") // items of JSON lists have no common type
    public static List<Object> list(@Nullable Object tree, String... path) {
        return at(tree, path) instanceof List<?> list ? (List<Object>) list : List.of();
    }

    /** The objects in the list at a path, not copied; other items are left out. */
    public static List<Map<String, Object>> objects(@Nullable Object tree, String... path) {
        List<Map<String, Object>> objects = new ArrayList<>();
        for (Object item : list(tree, path)) {
            if (item instanceof Map<?, ?> map) {
                objects.add(object(map));
            }
        }
        return objects;
    }

    /** The string at a path; empty when there is none, or something else. */
    public static Optional<String> string(@Nullable Object tree, String... path) {
        return at(tree, path) instanceof String string ? Optional.of(string) : Optional.empty();
    }

    /** The whole number at a path, cut to 32 bits; empty when there is none. */
    public static Optional<Integer> wholeNumber(@Nullable Object tree, String... path) {
        return at(tree, path) instanceof Number number ? Optional.of(number.intValue()) : Optional.empty();
    }

    /** The items of the list at a path as strings; null when there is no list there. */
    public static @Nullable List<String> strings(@Nullable Object tree, String... path) {
        if (!(at(tree, path) instanceof List<?> list)) {
            return null;
        }
        return list.stream().map(String::valueOf).toList();
    }

    /** A copy with one field set; the tree itself stays as it is, and shares what is below with the copy. */
    public static Map<String, Object> with(Map<String, Object> tree, String name, Object value) {
        Map<String, Object> copy = new LinkedHashMap<>(tree);
        copy.put(name, value);
        return copy;
    }

    /**
     * A copy in which the object at a path, made when missing, is replaced by what the change gives for it; the tree itself stays as it is.
     */
    public static Map<String, Object> update(
            Map<String, Object> tree, UnaryOperator<Map<String, Object>> change, String... path) {
        return update(tree, change, 0, path);
    }

    private static Map<String, Object> update(
            Map<String, Object> tree, UnaryOperator<Map<String, Object>> change, int depth, String[] path) {
        if (depth == path.length) {
            return change.apply(tree);
        }
        return with(tree, path[depth], update(child(tree, path[depth]), change, depth + 1, path));
    }

    /** A copy in which every object of a list is replaced; the same tree when the list is missing or empty. */
    public static Map<String, Object> updateEach(
            Map<String, Object> tree, String listName, UnaryOperator<Map<String, Object>> change) {
        List<Object> items = list(tree, listName);
        if (items.isEmpty()) {
            return tree;
        }
        List<Object> changed = new ArrayList<>(items.size());
        items.forEach(item -> changed.add(item instanceof Map<?, ?> map ? change.apply(object(map)) : item));
        return with(tree, listName, changed);
    }

    /** The object at a path, created where it is absent or null. */
    public static Map<String, Object> ensure(Map<String, Object> tree, String... path) {
        Map<String, Object> object = tree;
        for (String name : path) {
            if (!(object.get(name) instanceof Map)) {
                object.put(name, new LinkedHashMap<String, Object>());
            }
            object = object(object.get(name));
        }
        return object;
    }

    /** Sets the value at a path, creating the objects on the way. */
    public static void put(Map<String, Object> tree, @Nullable Object value, String... path) {
        ensure(tree, Arrays.copyOf(path, path.length - 1)).put(path[path.length - 1], value);
    }

    /** Removes what lies at a path, if anything does. */
    public static void remove(Map<String, Object> tree, String... path) {
        if (at(tree, Arrays.copyOf(path, path.length - 1)) instanceof Map<?, ?> parent) {
            parent.remove(path[path.length - 1]);
        }
    }

    /** A deep copy whose objects and lists may be changed. */
    public static Map<String, Object> copy(Map<String, Object> tree) {
        Map<String, Object> copy = new LinkedHashMap<>(Math.max(4, tree.size() * 4 / 3 + 1));
        tree.forEach((name, item) -> copy.put(name, copyOf(item)));
        return copy;
    }

    /** A deep copy whose objects and lists may be changed; scalars are shared. */
    public static @Nullable Object copyOf(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return copy(object(map));
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>(list.size());
            for (Object item : list) {
                copy.add(copyOf(item));
            }
            return copy;
        }
        return value;
    }

    /** The same tree, immutable all the way down; what is immutable already is shared, not copied. */
    public static Map<String, Object> freeze(Map<String, Object> tree) {
        return object(Frozen.of(tree));
    }
}
