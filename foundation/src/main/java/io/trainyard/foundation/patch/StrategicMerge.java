package io.trainyard.foundation.patch;

import io.trainyard.foundation.schema.StructuralSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge patch: like a JSON merge patch, but lists whose schema names a merge key are merged item by item, and
 * directives that begin with a dollar sign say what else to do. Same results as the API server, the order of list items included.
 */
public final class StrategicMerge {
    private static final StructuralSchema UNKNOWN = StructuralSchema.anything();

    private StrategicMerge() {}

    /**
     * The patched object; shares parts with both arguments and changes neither.
     *
     * @param schema says by {@link StructuralSchema#patchStrategy()} and {@link StructuralSchema#patchMergeKey()} how lists are merged; what it
     *     does not know is replaced when it is a list, and merged when it is an object
     * @throws PatchException when a directive is unknown or contradicts the patch, or an item lacks its merge key
     */
    public static Map<String, Object> apply(
            StructuralSchema schema, Map<String, Object> original, Map<String, Object> patch) {
        @Nullable Object directive = patch.get(Directives.PATCH);
        if (patch.containsKey(Directives.PATCH)) {
            return Directives.ofObject(directive, patch);
        }
        Map<String, Object> result = new LinkedHashMap<>(original);
        Directives.retainKeys(result, patch);
        Map<String, Object> rest = new LinkedHashMap<>(patch);
        patch.forEach((name, value) -> {
            if (name.startsWith(Directives.ORDER_PREFIX)) {
                rest.remove(name);
                orderedField(schema, result, rest, name.substring(Directives.ORDER_PREFIX.length()), value);
            }
        });
        rest.forEach((name, value) -> {
            if (name.startsWith(Directives.DELETE_PREFIX)) {
                Directives.deleteItems(result, name.substring(Directives.DELETE_PREFIX.length()), value);
            } else if (!name.equals(Directives.RETAIN_KEYS)) {
                field(field(schema, name), result, name, value);
            }
        });
        return result;
    }

    private static StructuralSchema field(StructuralSchema schema, String name) {
        return schema.property(name).orElse(UNKNOWN);
    }

    private static void field(
            StructuralSchema schema, Map<String, Object> result, String name, @Nullable Object value) {
        @Nullable Object present = result.get(name);
        if (value == null) {
            result.remove(name);
        } else if (present instanceof Map<?, ?> old && value instanceof Map<?, ?> map) {
            result.put(name, mergedObjects(schema, object(old), object(map)));
        } else if (present instanceof List<?> old && value instanceof List<?> list) {
            result.put(name, lists(schema, name, old, list));
        } else {
            Directives.removedFrom(value).ifPresentOrElse(added -> result.put(name, added), () -> result.remove(name));
        }
    }

    private static Map<String, Object> mergedObjects(
            StructuralSchema schema, Map<String, Object> present, Map<String, Object> patch) {
        return strategies(schema).contains("replace") ? Directives.unmarked(patch) : apply(schema, present, patch);
    }

    private static List<Object> lists(StructuralSchema schema, String name, List<?> present, List<?> patch) {
        if (!strategies(schema).contains("merge")) {
            return Directives.unmarked(patch);
        }
        if (present.isEmpty() && patch.isEmpty()) {
            return new ArrayList<>();
        }
        if (!hasObjects(name, present, patch)) {
            return new ElementOrder(null).arrange(scalars(present, patch), patch, present);
        }
        String key = schema.patchMergeKey()
                .orElseThrow(() -> new PatchException(name + ": a list of objects without a merge key"));
        return objects(schema.items().orElse(UNKNOWN), name, key, present, patch);
    }

    private static List<Object> scalars(List<?> present, List<?> patch) {
        List<Object> both = new ArrayList<>();
        for (List<?> list : List.of(present, patch)) {
            for (Object item : list) {
                if (both.stream().noneMatch(known -> ElementOrder.same(known, item))) {
                    both.add(item);
                }
            }
        }
        return both;
    }

    private static List<Object> objects(
            StructuralSchema schema, String name, String key, List<?> present, List<?> patch) {
        Directives.SpecialItems special = Directives.ofItems(name, key, present, patch);
        List<Object> merged = new ArrayList<>(special.kept());
        for (Object item : special.patch()) {
            Map<String, Object> change = object(item);
            Object identity = identity(name, key, change);
            int index = indexOf(merged, key, identity);
            if (index < 0) {
                merged.add(Directives.unmarked(change));
            } else {
                merged.set(index, apply(schema, object(merged.get(index)), change));
            }
        }
        return new ElementOrder(key).arrange(merged, special.patch(), special.kept());
    }

    /** A list together with the order that the patch wants for it. */
    private static void orderedField(
            StructuralSchema schema,
            Map<String, Object> result,
            Map<String, Object> rest,
            String name,
            @Nullable Object order) {
        @Nullable Object present = result.get(name);
        @Nullable Object patch = rest.remove(name);
        if (!(order instanceof List<?> wanted)
                || (present != null && !(present instanceof List<?>))
                || (patch != null && !(patch instanceof List<?>))) {
            throw new PatchException(Directives.ORDER_PREFIX + name + " and " + name + " must be lists");
        }
        StructuralSchema field = field(schema, name);
        @Nullable String key = field.patchMergeKey().orElse(null);
        ElementOrder elements = new ElementOrder(key);
        List<?> original = present instanceof List<?> list ? list : List.of();
        List<?> changes = patch instanceof List<?> list ? list : List.of();
        elements.requireSameOrder(name, changes, wanted);
        if (present == null && patch == null) {
            return;
        }
        List<Object> merged = patch == null
                ? new ArrayList<>(original)
                : present == null ? Directives.removedFromItems(changes) : lists(field, name, original, changes);
        result.put(name, elements.arrange(merged, wanted, original));
    }

    private static boolean hasObjects(String name, List<?> present, List<?> patch) {
        boolean some = false;
        boolean all = true;
        for (List<?> list : List.of(present, patch)) {
            for (Object item : list) {
                some |= item instanceof Map<?, ?>;
                all &= item instanceof Map<?, ?>;
            }
        }
        if (some && !all) {
            throw new PatchException(name + ": some items are objects and some are not");
        }
        return some;
    }

    static Object identity(String name, String key, Map<String, Object> item) {
        @Nullable Object identity = item.get(key);
        if (identity == null) {
            throw new PatchException(name + ": an item lacks " + key + ", by which items are told apart: " + item);
        }
        return identity;
    }

    private static int indexOf(List<Object> items, String key, Object identity) {
        for (int i = 0; i < items.size(); i++) {
            if (ElementOrder.same(object(items.get(i)).get(key), identity)) {
                return i;
            }
        }
        return -1;
    }

    private static Set<String> strategies(StructuralSchema schema) {
        return schema.patchStrategy()
                .map(strategy -> Set.of(strategy.split(",")))
                .orElse(Set.of());
    }

    @SuppressWarnings("unchecked") // keys of JSON objects are strings
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }
}
