package io.trainyard.plugins.volcano;

import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Which priority class a gang has: that of its pods, and where they disagree that of those that train. */
final class GangPriority {
    private GangPriority() {}

    /** The class; empty when no pod of the gang has one. */
    static Optional<String> of(Gang gang, RuntimeInfo info) {
        List<PodSet> members = info.podSets().stream()
                .filter(podSet -> gang.includes(podSet.name()))
                .toList();
        return Stream.concat(
                        members.stream().filter(podSet -> podSet.hasAncestor(TrainerApi.ANCESTOR_TRAINER)),
                        members.stream())
                .flatMap(podSet -> podSet.priorityClassName().stream())
                .findFirst();
    }

    /** What to say when members of the gang have different classes; empty when they agree. */
    static Optional<String> disagreement(Gang gang, RuntimeInfo info) {
        TreeSet<String> classes = new TreeSet<>();
        info.podSets().stream()
                .filter(podSet -> gang.includes(podSet.name()))
                .forEach(podSet -> podSet.priorityClassName().ifPresent(classes::add));
        return classes.size() < 2
                ? Optional.empty()
                : Optional.of("spec.runtimeRef: pods that are scheduled together have different priority classes ("
                        + String.join(", ", classes) + "); the PodGroup gets "
                        + of(gang, info).orElseThrow());
    }
}
