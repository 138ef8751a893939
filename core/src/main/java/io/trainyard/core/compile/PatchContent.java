package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a patch really says. Nulls and empty lists say nothing: a patch adds and overwrites, it never removes. Empty objects stay, since
 * {@code emptyDir: {}} is a volume.
 */
final class PatchContent {
    private PatchContent() {}

    static Map<String, Object> of(Map<String, Object> patch) {
        Map<String, Object> content = new LinkedHashMap<>(patch.size());
        patch.forEach((key, value) -> {
            if (value != null && !(value instanceof List<?> list && list.isEmpty())) {
                content.put(key, content(value));
            }
        });
        return CleanTree.of(content);
    }

    private static Object content(Object value) {
        if (value instanceof Map<?, ?>) {
            return of(Tree.child(value));
        }
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            for (@Nullable Object item : list) {
                if (item != null) {
                    items.add(content(item));
                }
            }
            return items;
        }
        return value;
    }
}
