package io.trainyard.local.api.patch;

import io.trainyard.local.tree.Json;
import io.trainyard.local.tree.Tree;
import io.trainyard.spi.schema.StructuralSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge patch: like a JSON merge patch, but lists whose items have an identity are merged item by item, and directives beginning
 * with a dollar sign say what else to do. Only kinds whose schema names merge keys can be patched so.
 */
public final class StrategicMergePatch {
    private static final StructuralSchema UNKNOWN = StructuralSchema.anything();
    private static final String DIRECTIVE = "$patch";
    private static final String RETAIN_KEYS = "$retainKeys";
    private static final String DELETE_PREFIX = "$deleteFromPrimitiveList/";
    private static final String ORDER_PREFIX = "$setElementOrder/";

    private StrategicMergePatch() {}

    /**
     * The patched object; shares parts with both.
     *
     * @throws PatchException when a directive is unknown or an item lacks its merge key
     */
    public static Map<String, Object> apply(
            StructuralSchema schema, Map<String, Object> object, Map<String, Object> patch) {
        Object directive = patch.get(DIRECTIVE);
        if ("replace".equals(directive)) {
            return plain(patch);
        }
        if ("delete".equals(directive)) {
            return new LinkedHashMap<>();
        }
        if (directive != null && !"merge".equals(directive)) {
            throw new PatchException("unknown directive $patch: " + Json.text(directive));
        }
        Map<String, Object> result = new LinkedHashMap<>(object);
        retainKeys(result, patch);
        patch.forEach((name, value) -> {
            if (name.startsWith(DELETE_PREFIX)) {
                deleteItems(result, name.substring(DELETE_PREFIX.length()), value);
            } else if (!name.startsWith("$")) {
                StructuralSchema field = schema.property(name).orElse(UNKNOWN);
                merge(field, result, name, value, patch.get(ORDER_PREFIX + name));
            }
        });
        return result;
    }

    private static void merge(
            StructuralSchema schema,
            Map<String, Object> result,
            String name,
            @Nullable Object value,
            @Nullable Object order) {
        Object present = result.get(name);
        if (value == null) {
            result.remove(name);
        } else if (value instanceof Map<?, ?> map) {
            Map<String, Object> base = present instanceof Map<?, ?> old ? Tree.object(old) : Map.of();
            Map<String, Object> merged = apply(schema, base, Tree.object(map));
            if ("delete".equals(map.get(DIRECTIVE))) {
                result.remove(name);
            } else {
                result.put(name, merged);
            }
        } else if (value instanceof List<?> list) {
            List<?> base = present instanceof List<?> old ? old : List.of();
            result.put(name, lists(schema, base, list, order));
        } else {
            result.put(name, value);
        }
    }

    private static List<Object> lists(StructuralSchema schema, List<?> present, List<?> patch, @Nullable Object order) {
        boolean merging = schema.patchStrategy()
                .map(strategy -> Set.of(strategy.split(",")).contains("merge"))
                .orElse(false);
        boolean replaced =
                patch.stream().anyMatch(item -> item instanceof Map<?, ?> map && "replace".equals(map.get(DIRECTIVE)));
        if (!merging || replaced) {
            List<Object> items = new ArrayList<>();
            for (Object item : patch) {
                if (!(item instanceof Map<?, ?> map)) {
                    items.add(item);
                } else if (!map.containsKey(DIRECTIVE) || map.size() > 1) {
                    items.add(plain(Tree.object(map)));
                }
            }
            return items;
        }
        Optional<String> key = schema.patchMergeKey();
        List<Object> merged = key.isPresent()
                ? objects(schema.items().orElse(UNKNOWN), key.get(), present, patch)
                : scalars(present, patch);
        return order instanceof List<?> wanted
                ? ordered(merged, wanted, key.orElse(null))
                : interleaved(merged, patch, present, key.orElse(null));
    }

    /** Items of the patch in its order, those that only the object has in theirs; items that are new come as early as they can. */
    private static List<Object> interleaved(
            List<Object> merged, List<?> patch, List<?> present, @Nullable String key) {
        List<Object> presentKeys = identities(present, key);
        List<Object> patchKeys = identities(patch, key);
        List<Object> named = new ArrayList<>();
        for (Object identity : patchKeys) {
            merged.stream()
                    .filter(item -> Objects.equals(identity(item, key), identity) && !named.contains(item))
                    .findFirst()
                    .ifPresent(named::add);
        }
        List<Object> result = new ArrayList<>();
        int next = 0;
        for (Object item : merged) {
            if (!patchKeys.contains(identity(item, key))) {
                int place = presentKeys.indexOf(identity(item, key));
                while (next < named.size() && presentKeys.indexOf(identity(named.get(next), key)) < place) {
                    result.add(named.get(next++));
                }
                result.add(item);
            }
        }
        result.addAll(named.subList(next, named.size()));
        return result;
    }

    private static List<Object> identities(List<?> items, @Nullable String key) {
        List<Object> identities = new ArrayList<>();
        items.forEach(item -> identities.add(identity(item, key)));
        return identities;
    }

    private static List<Object> scalars(List<?> present, List<?> patch) {
        List<Object> merged = new ArrayList<>(present);
        for (Object item : patch) {
            if (!merged.contains(item)) {
                merged.add(item);
            }
        }
        return merged;
    }

    private static List<Object> objects(StructuralSchema schema, String key, List<?> present, List<?> patch) {
        List<Object> merged = new ArrayList<>(present);
        for (Object item : patch) {
            if (!(item instanceof Map<?, ?> map)) {
                throw new PatchException("an item of a list that is merged by " + key + " is not an object");
            }
            Object identity = map.get(key);
            if (identity == null) {
                throw new PatchException("an item of a list that is merged by " + key + " lacks it: " + Json.text(map));
            }
            int index = indexOf(merged, key, identity);
            if ("delete".equals(map.get(DIRECTIVE))) {
                if (index >= 0) {
                    merged.remove(index);
                }
            } else if (index >= 0) {
                merged.set(index, apply(schema, Tree.object(merged.get(index)), Tree.object(map)));
            } else {
                merged.add(apply(schema, Map.of(), Tree.object(map)));
            }
        }
        return merged;
    }

    private static int indexOf(List<?> items, String key, Object identity) {
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof Map<?, ?> map && Objects.equals(map.get(key), identity)) {
                return i;
            }
        }
        return -1;
    }

    /** Items in the order that the patch wants; items that it does not name keep their place relative to the one before them. */
    private static List<Object> ordered(List<Object> items, List<?> order, @Nullable String key) {
        List<Object> wanted = new ArrayList<>();
        for (Object entry : order) {
            wanted.add(key != null && entry instanceof Map<?, ?> map ? map.get(key) : entry);
        }
        List<Object> named = new ArrayList<>();
        for (Object identity : wanted) {
            items.stream()
                    .filter(item -> Objects.equals(identity(item, key), identity))
                    .findFirst()
                    .ifPresent(named::add);
        }
        List<Object> result = new ArrayList<>();
        int next = 0;
        for (Object item : items) {
            if (!wanted.contains(identity(item, key))) {
                result.add(item);
            } else {
                result.add(named.get(next));
                next++;
            }
        }
        return result;
    }

    private static @Nullable Object identity(@Nullable Object item, @Nullable String key) {
        return key != null && item instanceof Map<?, ?> map ? map.get(key) : item;
    }

    private static void deleteItems(Map<String, Object> object, String name, @Nullable Object values) {
        if (object.get(name) instanceof List<?> present && values instanceof List<?> gone) {
            List<Object> kept = new ArrayList<>(present);
            kept.removeAll(gone);
            object.put(name, kept);
        }
    }

    private static void retainKeys(Map<String, Object> object, Map<String, Object> patch) {
        if (patch.get(RETAIN_KEYS) instanceof List<?> kept) {
            object.keySet().retainAll(kept);
        }
    }

    /** The patch as an object of its own, without directives. */
    private static Map<String, Object> plain(Map<String, Object> patch) {
        Map<String, Object> plain = new LinkedHashMap<>(patch);
        plain.keySet().removeIf(name -> name.startsWith("$"));
        return plain;
    }
}
