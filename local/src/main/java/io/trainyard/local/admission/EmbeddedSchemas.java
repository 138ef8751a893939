package io.trainyard.local.admission;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes out schemas of built-in kinds where a definition refers to them, in the form in which definitions must have them. */
final class EmbeddedSchemas {
    private static final String METADATA = "meta.v1.ObjectMeta";
    private static final String LIST_KEYS = "x-kubernetes-list-map-keys";

    /** What the metadata of an object inside another one can say; the rest belongs to the API server. */
    private static final List<String> METADATA_FIELDS =
            List.of("annotations", "finalizers", "labels", "name", "namespace");

    private final Map<String, Object> definitions;

    EmbeddedSchemas(Map<String, Object> definitions) {
        this.definitions = definitions;
        Tree.child(definitions, METADATA, "properties").keySet().retainAll(METADATA_FIELDS);
    }

    /** A copy without references. */
    Map<String, Object> expand(Map<String, Object> tree) {
        return Tree.child(expanded(tree));
    }

    private @Nullable Object expanded(@Nullable Object value) {
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>();
            list.forEach(item -> items.add(expanded(item)));
            return items;
        }
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        if (map.get("$ref") instanceof String name) {
            return expanded(definitions.get(name));
        }
        Map<String, Object> node = new LinkedHashMap<>();
        map.forEach((name, item) -> {
            if (!String.valueOf(name).startsWith("x-kubernetes-patch-")) {
                node.put((String) name, expanded(item));
            }
        });
        if ("quantity".equals(node.get("format"))) {
            node.put("x-kubernetes-int-or-string", true);
        }
        requireKeys(node);
        return node;
    }

    /** Items cannot be told apart without their keys. */
    private static void requireKeys(Map<String, Object> list) {
        if (list.get(LIST_KEYS) == null || !(list.get("items") instanceof Map<?, ?> map)) {
            return;
        }
        Map<String, Object> items = Tree.object(map);
        List<Object> required = new ArrayList<>(Tree.list(items, "required"));
        for (Object key : Tree.list(list, LIST_KEYS)) {
            boolean filledIn = Tree.at(items, "properties", (String) key, "default") != null;
            if (!filledIn && !required.contains(key)) {
                required.add(key);
            }
        }
        if (!required.isEmpty()) {
            items.put("required", required);
        }
    }
}
