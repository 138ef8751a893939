package io.trainyard.foundation.patch;

import io.trainyard.foundation.tree.Tree;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON merge patch (RFC 7386): null deletes, objects are merged, everything else is replaced. */
public final class MergePatch {
    private MergePatch() {}

    /** The patched object; shares parts with both. */
    public static Map<String, Object> apply(Map<String, Object> object, Map<String, Object> patch) {
        Map<String, Object> result = new LinkedHashMap<>(object);
        patch.forEach((name, value) -> {
            if (value == null) {
                result.remove(name);
            } else {
                result.put(name, merged(result.get(name), value));
            }
        });
        return result;
    }

    private static Object merged(@Nullable Object present, Object patch) {
        if (!(patch instanceof Map<?, ?> map)) {
            return patch;
        }
        Map<String, Object> base = present instanceof Map<?, ?> object ? Tree.object(object) : Map.of();
        return apply(base, Tree.object(map));
    }
}
