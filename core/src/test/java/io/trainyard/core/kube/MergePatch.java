package io.trainyard.core.kube;

import java.util.LinkedHashMap;
import java.util.Map;

/** JSON merge patch (RFC 7386). */
final class MergePatch {
    private MergePatch() {}

    @SuppressWarnings("unchecked")
    static Map<String, Object> apply(Map<String, Object> live, Map<String, Object> patch) {
        Map<String, Object> patched = new LinkedHashMap<>(live);
        patch.forEach((key, value) -> {
            if (value == null) {
                patched.remove(key);
            } else if (value instanceof Map<?, ?>) {
                Object inner = patched.get(key);
                patched.put(key, apply(inner instanceof Map<?, ?> ? (Map<String, Object>) inner : Map.of(), (Map<
                                String, Object>)
                        value));
            } else {
                patched.put(key, value);
            }
        });
        return patched;
    }
}
