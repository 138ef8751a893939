package io.trainyard.local.kubelet.environment;

import io.trainyard.foundation.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The ConfigMaps and Secrets that a pod refers to, as they are now.
 *
 * @param configMaps by name; those that do not exist are absent
 * @param secrets by name; those that do not exist are absent
 * @param tokens of service accounts, by audience
 */
public record ReferencedData(
        Map<String, Map<String, Object>> configMaps,
        Map<String, Map<String, Object>> secrets,
        Map<String, String> tokens) {
    public static final ReferencedData NONE = new ReferencedData(Map.of(), Map.of(), Map.of());

    public ReferencedData {
        configMaps = Map.copyOf(configMaps);
        secrets = Map.copyOf(secrets);
        tokens = Map.copyOf(tokens);
    }

    /** The contents of a ConfigMap; empty when it does not exist. */
    public Optional<Map<String, byte[]>> configMap(String name) {
        return Optional.ofNullable(configMaps.get(name)).map(tree -> {
            Map<String, byte[]> contents = new LinkedHashMap<>();
            Tree.child(tree, "data")
                    .forEach((key, value) -> contents.put(key, ((String) value).getBytes(StandardCharsets.UTF_8)));
            decode(Tree.child(tree, "binaryData"), contents);
            return contents;
        });
    }

    /** The contents of a Secret; empty when it does not exist. */
    public Optional<Map<String, byte[]>> secret(String name) {
        return Optional.ofNullable(secrets.get(name)).map(tree -> {
            Map<String, byte[]> contents = new LinkedHashMap<>();
            decode(Tree.child(tree, "data"), contents);
            return contents;
        });
    }

    private static void decode(Map<String, Object> encoded, Map<String, byte[]> contents) {
        encoded.forEach((key, value) -> contents.put(key, Base64.getDecoder().decode((String) value)));
    }
}
