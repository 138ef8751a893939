package io.trainyard.foundation.jobset;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.pod.Extent;
import io.trainyard.foundation.tree.Tree;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What JobSet refuses of the volume claims that Jobs share. One check of one JobSet. */
final class VolumeClaimRules {
    private static final int MAX_NAME_LENGTH = 63;

    private final CheckedObject spec;
    private final Extent extent;
    private final String jobSet;
    private final Set<Object> names = new HashSet<>();

    VolumeClaimRules(CheckedObject spec, Extent extent, String jobSet) {
        this.spec = spec;
        this.extent = extent;
        this.jobSet = jobSet;
    }

    void check() {
        spec.list("volumeClaimPolicies")
                .forEach(policy -> policy.list("templates").forEach(template -> check(template.child("metadata"))));
    }

    private void check(CheckedObject metadata) {
        String name = metadata.text("name");
        if (!metadata.text("namespace").isEmpty()) {
            metadata.forbidden("namespace", "claims are made where the JobSet is");
        }
        metadata.unique("name", name, names);
        if (name.isEmpty()) {
            metadata.required("name", "every claim needs a name");
        }
        metadata.subdomain("name");
        if (!jobSet.isEmpty() && name.length() + 1 + jobSet.length() > MAX_NAME_LENGTH) {
            metadata.invalid(
                    "name",
                    "with the name of the JobSet behind it, it must have at most " + MAX_NAME_LENGTH + " characters");
        }
        for (CheckedObject replicated : spec.list("replicatedJobs")) {
            replicated.child("template", "spec", "template", "spec").list("volumes").stream()
                    .filter(volume -> volume.text("name").equals(name))
                    .forEach(volume -> volume.invalid("name", "is the name of a volume claim template already"));
        }
        // A TrainJob may add a mount.
        if (extent == Extent.WHOLE && !isMounted(name)) {
            metadata.invalid("name", "must be the name of a volume that some container mounts");
        }
    }

    private boolean isMounted(String name) {
        return Tree.objects(spec.tree(), "replicatedJobs").stream()
                .map(replicated -> Tree.child(replicated, "template", "spec", "template", "spec"))
                .flatMap(VolumeClaimRules::containers)
                .flatMap(container -> Tree.objects(container, "volumeMounts").stream())
                .anyMatch(mount -> Tree.text(mount, "name").equals(name));
    }

    private static Stream<Map<String, Object>> containers(Map<String, Object> podSpec) {
        return Stream.of("initContainers", "containers").flatMap(list -> Tree.objects(podSpec, list).stream());
    }
}
