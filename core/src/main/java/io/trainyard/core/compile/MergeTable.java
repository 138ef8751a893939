package io.trainyard.core.compile;

import io.trainyard.foundation.schema.StructuralSchema;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the lists of a pod template are merged: by which field their items are told apart. A list that is not named here is replaced as
 * a whole. The same as what Kubernetes publishes for its own types.
 */
final class MergeTable {
    private static final Map<String, Object> CONTAINER = object(Map.of(
            "env", mergedBy("name"),
            "ports", mergedBy("containerPort"),
            "volumeMounts", mergedBy("mountPath"),
            "volumeDevices", mergedBy("devicePath")));

    private static final Map<String, Object> METADATA =
            object(Map.of("finalizers", merged(), "ownerReferences", mergedBy("uid")));

    private static final Map<String, Object> VOLUME =
            object(Map.of("ephemeral", object(Map.of("volumeClaimTemplate", object(Map.of("metadata", METADATA))))));

    private static final Map<String, Object> POD_SPEC = object(Map.ofEntries(
            Map.entry("containers", mergedBy("name", CONTAINER)),
            Map.entry("initContainers", mergedBy("name", CONTAINER)),
            Map.entry("ephemeralContainers", mergedBy("name", CONTAINER)),
            Map.entry("volumes", mergedBy("name", VOLUME)),
            Map.entry("imagePullSecrets", mergedBy("name")),
            Map.entry("schedulingGates", mergedBy("name")),
            Map.entry("hostAliases", mergedBy("ip")),
            Map.entry("topologySpreadConstraints", mergedBy("topologyKey")),
            Map.entry("resourceClaims", mergedBy("name"))));

    /** The table for a pod template. */
    static final StructuralSchema POD_TEMPLATE =
            StructuralSchema.parse(object(Map.of("metadata", METADATA, "spec", POD_SPEC)));

    private MergeTable() {}

    private static Map<String, Object> object(Map<String, Object> properties) {
        return Map.of("properties", properties);
    }

    private static Map<String, Object> merged() {
        return Map.of("x-kubernetes-patch-strategy", "merge");
    }

    private static Map<String, Object> mergedBy(String key) {
        return mergedBy(key, Map.of());
    }

    private static Map<String, Object> mergedBy(String key, Map<String, Object> items) {
        Map<String, Object> list = new LinkedHashMap<>(merged());
        list.put("x-kubernetes-patch-merge-key", key);
        list.put("items", items);
        return list;
    }
}
