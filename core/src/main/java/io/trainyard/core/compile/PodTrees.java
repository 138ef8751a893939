package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainerApi;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where things lie in a replicated job of a JobSet spec, as trees. */
public final class PodTrees {
    private PodTrees() {}

    /** The pod spec of a replicated job. */
    public static Map<String, Object> podSpec(Map<String, Object> replicatedJob) {
        return Tree.child(replicatedJob, "template", "spec", "template", "spec");
    }

    /** The regular containers of a replicated job. */
    public static List<Map<String, Object>> containers(Map<String, Object> replicatedJob) {
        return Tree.objects(podSpec(replicatedJob), "containers");
    }

    /** Names of the volumes of a replicated job, those that JobSet makes for mounts of claim templates among them. */
    static Set<String> volumeNames(Map<String, Object> replicatedJob) {
        Map<String, Object> pod = podSpec(replicatedJob);
        return Stream.concat(
                        Tree.objects(pod, "volumes").stream(),
                        Stream.of("initContainers", "containers")
                                .flatMap(list -> Tree.objects(pod, list).stream())
                                .flatMap(container -> Tree.objects(container, "volumeMounts").stream()))
                .map(named -> Tree.text(named, "name"))
                .collect(Collectors.toSet());
    }

    /**
     * Name of the container that trains: {@code node}, else {@code trainer}, else the only one; empty when that does not decide.
     */
    public static Optional<String> trainerContainer(Map<String, Object> replicatedJob) {
        return firstContainer(replicatedJob, List.of(TrainerApi.NODE, TrainerApi.ANCESTOR_TRAINER));
    }

    /** The regular container with the first of these names that there is, else the only one; empty when that does not decide. */
    static Optional<String> firstContainer(Map<String, Object> replicatedJob, List<String> preferences) {
        List<String> names = containers(replicatedJob).stream()
                .map(container -> String.valueOf(container.get("name")))
                .toList();
        for (String preferred : preferences) {
            if (names.contains(preferred)) {
                return Optional.of(preferred);
            }
        }
        return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
    }
}
