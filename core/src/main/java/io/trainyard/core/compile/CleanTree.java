package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of a template what must never be sent: nulls, and empty {@code metadata}, {@code labels}, {@code annotations} and {@code
 * nodeSelector} maps at any depth. Everything else that is empty, such as {@code emptyDir: {}}, has a meaning and stays.
 */
public final class CleanTree {
    private static final Set<String> NEVER_EMPTY = Set.of("metadata", "labels", "annotations", "nodeSelector");

    private CleanTree() {}

    /** The clean tree; the same instance when there is nothing to take out. */
    public static Map<String, Object> of(Map<String, Object> tree) {
        @Nullable Map<String, Object> copy = null;
        for (Map.Entry<String, Object> entry : tree.entrySet()) {
            @Nullable Object value = clean(entry.getKey(), entry.getValue());
            if (value != entry.getValue() || value == null) {
                if (copy == null) {
                    copy = new LinkedHashMap<>(tree);
                }
                if (value == null) {
                    copy.remove(entry.getKey());
                } else {
                    copy.put(entry.getKey(), value);
                }
            }
        }
        return copy == null ? tree : copy;
    }

    private static @Nullable Object clean(String key, @Nullable Object value) {
        if (value instanceof Map<?, ?>) {
            Map<String, Object> cleaned = of(Tree.child(value));
            return cleaned.isEmpty() && NEVER_EMPTY.contains(key) ? null : cleaned;
        }
        if (value instanceof List<?> list) {
            return cleanList(list);
        }
        return value;
    }

    private static List<?> cleanList(List<?> list) {
        @Nullable List<Object> copy = null;
        for (int i = 0; i < list.size(); i++) {
            @Nullable Object item = list.get(i);
            @Nullable Object cleaned = clean("", item);
            if (cleaned != item && cleaned != null) {
                if (copy == null) {
                    copy = new ArrayList<>(list);
                }
                copy.set(i, cleaned);
            }
        }
        return copy == null ? list : copy;
    }
}
