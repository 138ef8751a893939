package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which mounts of two pods are the same data. Only volumes that outlive a pod can be: an {@code emptyDir} belongs to one pod. Pure.
 *
 * @param templates names of the claim templates of the JobSet
 */
record LastingVolumes(Set<String> templates) {
    /** Kinds of volumes that begin and end with a pod, or hold no data. */
    private static final Set<String> OF_A_POD =
            Set.of("emptyDir", "configMap", "secret", "downwardAPI", "projected", "ephemeral", "csi", "image");

    static LastingVolumes of(Map<String, Object> jobSetSpec) {
        return new LastingVolumes(Tree.objects(jobSetSpec, "volumeClaimPolicies").stream()
                .flatMap(policy -> Tree.objects(policy, "templates").stream())
                .map(template -> Tree.text(template, "metadata", "name"))
                .collect(Collectors.toCollection(LinkedHashSet::new)));
    }

    /** What a mount shows, to be compared with others; empty when it does not outlive its pod. */
    Optional<Object> identity(Map<String, Object> replicatedJob, Map<String, Object> mount) {
        String name = Tree.text(mount, "name");
        Optional<Map<String, Object>> volume = Tree.objects(PodTrees.podSpec(replicatedJob), "volumes").stream()
                .filter(candidate -> name.equals(candidate.get("name")))
                .findFirst();
        if (volume.isEmpty()) {
            return templates.contains(name) ? Optional.of("template " + name) : Optional.empty();
        }
        String claim = Tree.text(volume.get(), "persistentVolumeClaim", "claimName");
        if (!claim.isEmpty()) {
            return Optional.of("claim " + claim);
        }
        Map<String, Object> source = new LinkedHashMap<>(volume.get());
        source.remove("name");
        return source.isEmpty() || source.keySet().stream().anyMatch(OF_A_POD::contains)
                ? Optional.empty()
                : Optional.of(source);
    }

    /** The mounts of one container that show what some mount of the other shows, too. */
    List<Map<String, Object>> shared(
            Map<String, Object> job, String container, Map<String, Object> otherJob, String otherContainer) {
        Set<Object> others = Containers.mounts(otherJob, otherContainer).stream()
                .flatMap(mount -> identity(otherJob, mount).stream())
                .collect(Collectors.toSet());
        return Containers.mounts(job, container).stream()
                .filter(mount -> identity(job, mount).filter(others::contains).isPresent())
                .toList();
    }
}
