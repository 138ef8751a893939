package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Volumes that all jobs of a JobSet share. */
final class VolumeClaims {
    private VolumeClaims() {}

    /** The claims that are not there yet. */
    static List<Map<String, Object>> missing(JobSet set, Set<String> existing) {
        List<Map<String, Object>> claims = new ArrayList<>();
        for (Map<String, Object> policy : Tree.objects(set.spec(), "volumeClaimPolicies")) {
            boolean kept = Tree.text(policy, "retentionPolicy", "whenDeleted").equals("Retain");
            for (Map<String, Object> template : Tree.objects(policy, "templates")) {
                if (!existing.contains(name(set, template))) {
                    claims.add(claim(set, template, kept));
                }
            }
        }
        return claims;
    }

    private static Map<String, Object> claim(JobSet set, Map<String, Object> template, boolean kept) {
        Map<String, Object> metadata = Tree.of("name", name(set, template), "namespace", set.namespace());
        Map<String, Object> labels = new LinkedHashMap<>(Tree.child(template, "metadata", "labels"));
        labels.put(JobSetKeys.JOB_SET_NAME, set.name());
        metadata.put("labels", labels);
        Map<String, Object> annotations = Tree.child(template, "metadata", "annotations");
        if (!annotations.isEmpty()) {
            metadata.put("annotations", Tree.copy(annotations));
        }
        if (!kept) {
            metadata.put("ownerReferences", new ArrayList<Object>(List.of(set.ownerReference())));
        }
        return Tree.of(
                "apiVersion",
                "v1",
                "kind",
                "PersistentVolumeClaim",
                "metadata",
                metadata,
                "spec",
                Tree.copy(Tree.child(template, "spec")));
    }

    private static String name(JobSet set, Map<String, Object> template) {
        return Tree.text(template, "metadata", "name") + "-" + set.name();
    }

    /** Gives pods the volumes that their containers mount. */
    static void mount(JobSet set, Map<String, Object> podSpec) {
        List<Object> volumes = new ArrayList<>(Tree.list(podSpec, "volumes"));
        for (Map<String, Object> policy : Tree.objects(set.spec(), "volumeClaimPolicies")) {
            for (Map<String, Object> template : Tree.objects(policy, "templates")) {
                String volume = Tree.text(template, "metadata", "name");
                if (mounts(podSpec, volume)) {
                    volumes.add(Tree.of(
                            "name", volume, "persistentVolumeClaim", Tree.of("claimName", name(set, template))));
                }
            }
        }
        if (!volumes.isEmpty()) {
            podSpec.put("volumes", volumes);
        }
    }

    private static boolean mounts(Map<String, Object> podSpec, String volume) {
        return Stream.of("containers", "initContainers")
                .flatMap(field -> Tree.objects(podSpec, field).stream())
                .flatMap(container -> Tree.objects(container, "volumeMounts").stream())
                .anyMatch(mount -> Tree.text(mount, "name").equals(volume));
    }
}
