package io.trainyard.spi.framework;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What every framework needs so that its pods can form one group. Pure. */
public final class GroupPreconditions {
    private GroupPreconditions() {}

    /** All of them, for a framework whose group is the trainer; empty when it can be formed. */
    public static List<FieldError> ofTrainer(String framework, RuntimeInfo info) {
        List<FieldError> found = new ArrayList<>(nodeCount(info));
        found.addAll(indexes(
                framework,
                info.trainerContainer().flatMap(container -> info.trainerPodSet()).stream()
                        .toList()));
        found.addAll(hostNames(info));
        return found;
    }

    /** No fewer nodes than none. The schema refuses it too; objects from before it are still about. */
    public static List<FieldError> nodeCount(RuntimeInfo info) {
        Integer wanted = info.trainer().numNodes();
        return wanted != null && wanted < 0
                ? List.of(FieldError.invalid(TrainJobFields.NODES, wanted, "must be zero or more"))
                : List.of();
    }

    /**
     * An index for each pod; without one its rank would silently be empty.
     *
     * @param framework name of the framework, for the message
     * @param podSets those whose pods need a rank
     */
    public static List<FieldError> indexes(String framework, Collection<PodSet> podSets) {
        return podSets.stream()
                .filter(podSet -> !podSet.isIndexed())
                .map(podSet -> FieldError.invalid(
                        TrainJobFields.RUNTIME,
                        null,
                        "replicated job \"" + podSet.name()
                                + "\" of the runtime has completionMode NonIndexed, so its pods have no rank; "
                                + framework + " needs Indexed, which is the default"))
                .toList();
    }

    /** Host names for the trainer's pods, unless there is only one, which finds itself. */
    public static List<FieldError> hostNames(RuntimeInfo info) {
        return info.trainerPodSet()
                .map(podSet -> hostNames(info, NodeCount.of(podSet, info)))
                .orElse(List.of());
    }

    /** Host names for that many pods, unless there is only one, which finds itself. */
    public static List<FieldError> hostNames(RuntimeInfo info, int pods) {
        return pods <= 1 || JobSetNetwork.of(info).dnsHostnames()
                ? List.of()
                : List.of(FieldError.invalid(
                        TrainJobFields.RUNTIME,
                        null,
                        "template.spec.network.enableDNSHostnames of the runtime is false, so " + pods
                                + " nodes cannot find each other; only one node is possible"));
    }
}
