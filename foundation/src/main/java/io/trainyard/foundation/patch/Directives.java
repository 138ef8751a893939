package io.trainyard.foundation.patch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a strategic merge patch can ask for besides merging. */
final class Directives {
    static final String PATCH = "$patch";
    static final String RETAIN_KEYS = "$retainKeys";
    static final String DELETE_PREFIX = "$deleteFromPrimitiveList/";
    static final String ORDER_PREFIX = "$setElementOrder/";

    private Directives() {}

    /** What an object becomes whose patch has a directive: {@code replace} makes it the rest of the patch, {@code delete} makes it empty. */
    static Map<String, Object> ofObject(@Nullable Object directive, Map<String, Object> patch) {
        if ("replace".equals(directive)) {
            Map<String, Object> rest = new LinkedHashMap<>(patch);
            rest.remove(PATCH);
            return unmarked(rest);
        }
        if ("delete".equals(directive)) {
            return new LinkedHashMap<>();
        }
        throw unknown(directive);
    }

    /**
     * A list without the items that have a directive.
     *
     * @param kept the items that the patch merges into
     * @param patch the items to merge
     */
    record SpecialItems(List<Object> kept, List<Object> patch) {}

    /** Does what items with a directive ask for: {@code delete} one item, or {@code replace} the whole list by the rest of the patch. */
    static SpecialItems ofItems(String name, String key, List<?> present, List<?> patch) {
        List<Object> kept = new ArrayList<>(present);
        List<Object> rest = new ArrayList<>();
        boolean replace = false;
        for (Object item : patch) {
            Map<String, Object> change = StrategicMerge.object(item);
            if (!change.containsKey(PATCH)) {
                rest.add(change);
            } else if ("delete".equals(change.get(PATCH))) {
                Object identity = StrategicMerge.identity(name, key, change);
                kept.removeIf(
                        old -> ElementOrder.same(StrategicMerge.object(old).get(key), identity));
            } else if ("replace".equals(change.get(PATCH))) {
                replace = true;
            } else {
                throw unknown(change.get(PATCH));
            }
        }
        return replace ? new SpecialItems(unmarked(rest), List.of()) : new SpecialItems(kept, rest);
    }

    /** Drops the fields that the patch does not name; it must name all that it sets. */
    static void retainKeys(Map<String, Object> object, Map<String, Object> patch) {
        @Nullable Object directive = patch.get(RETAIN_KEYS);
        if (directive == null) {
            return;
        }
        if (!(directive instanceof List<?> kept)) {
            throw new PatchException(RETAIN_KEYS + " must be a list of field names");
        }
        patch.forEach((name, value) -> {
            if (value != null && !name.startsWith("$") && !kept.contains(name)) {
                throw new PatchException(RETAIN_KEYS + " lacks " + name + ", which the patch sets");
            }
        });
        object.keySet().retainAll(kept);
    }

    /** Removes values from a list of scalars. */
    static void deleteItems(Map<String, Object> object, String name, @Nullable Object values) {
        if (object.get(name) instanceof List<?> present && values instanceof List<?> gone) {
            List<Object> kept = new ArrayList<>(present);
            kept.removeIf(item -> gone.stream().anyMatch(value -> ElementOrder.same(item, value)));
            object.put(name, kept);
        }
    }

    /** A value that nothing is merged with, without directives and nulls; empty when it is a directive as a whole. */
    static Optional<Object> removedFrom(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.containsKey(PATCH)
                    ? Optional.empty()
                    : Optional.of(removedFromFields(StrategicMerge.object(map)));
        }
        return Optional.of(value instanceof List<?> list ? removedFromItems(list) : value);
    }

    private static Map<String, Object> removedFromFields(Map<String, Object> fields) {
        Map<String, Object> rest = new LinkedHashMap<>(fields.size());
        fields.forEach((name, value) -> {
            if (value != null && !name.startsWith("$")) {
                removedFrom(value).ifPresent(kept -> rest.put(name, kept));
            }
        });
        return rest;
    }

    static List<Object> removedFromItems(List<?> items) {
        List<Object> rest = new ArrayList<>(items.size());
        for (Object item : items) {
            if (item != null) {
                removedFrom(item).ifPresent(rest::add);
            }
        }
        return rest;
    }

    /** Fields that replace others as they are. Markers in them are not obeyed, and not kept. */
    static Map<String, Object> unmarked(Map<String, Object> fields) {
        Map<String, Object> rest = new LinkedHashMap<>(fields.size());
        fields.forEach((name, value) -> {
            if (value != null && !name.startsWith("$")) {
                rest.put(name, unmarkedValue(value));
            }
        });
        return rest;
    }

    /** Items that replace others as they are. */
    static List<Object> unmarked(List<?> items) {
        List<Object> rest = new ArrayList<>(items.size());
        for (Object item : items) {
            if (item != null) {
                rest.add(unmarkedValue(item));
            }
        }
        return rest;
    }

    private static Object unmarkedValue(Object value) {
        if (value instanceof Map<?, ?>) {
            return unmarked(StrategicMerge.object(value));
        }
        return value instanceof List<?> list ? unmarked(list) : value;
    }

    private static PatchException unknown(@Nullable Object directive) {
        return new PatchException("unknown directive " + PATCH + ": " + directive + "; must be replace or delete");
    }
}
