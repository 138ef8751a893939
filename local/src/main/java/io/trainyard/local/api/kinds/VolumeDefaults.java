package io.trainyard.local.api.kinds;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a volume has when its author does not say otherwise. */
final class VolumeDefaults {
    private static final long READABLE_BY_ALL = 0644;
    private static final long TOKEN_SECONDS = 3600;

    private VolumeDefaults() {}

    static void apply(Map<String, Object> volume) {
        if (volume.keySet().equals(Set.of("name"))) {
            volume.put("emptyDir", Tree.of());
        }
        for (String source : List.of("secret", "configMap", "downwardAPI", "projected")) {
            if (volume.get(source) instanceof Map<?, ?> files) {
                Tree.object(files).putIfAbsent("defaultMode", READABLE_BY_ALL);
            }
        }
        if (volume.get("hostPath") instanceof Map<?, ?> path) {
            Tree.object(path).putIfAbsent("type", "");
        }
        applyToItems(Tree.child(volume, "downwardAPI"));
        for (Map<String, Object> source : Tree.objects(volume, "projected", "sources")) {
            applyToItems(Tree.child(source, "downwardAPI"));
            if (source.get("serviceAccountToken") instanceof Map<?, ?> token) {
                Tree.object(token).putIfAbsent("expirationSeconds", TOKEN_SECONDS);
            }
        }
        if (Tree.at(volume, "ephemeral", "volumeClaimTemplate") instanceof Map<?, ?> claim) {
            Tree.object(claim).putIfAbsent("metadata", Tree.of());
            Tree.ensure(Tree.object(claim), "spec").putIfAbsent("volumeMode", "Filesystem");
        }
    }

    private static void applyToItems(Map<String, Object> files) {
        for (Map<String, Object> item : Tree.objects(files, "items")) {
            PodDefaults.applyToFieldReference(Tree.child(item, "fieldRef"));
        }
    }
}
