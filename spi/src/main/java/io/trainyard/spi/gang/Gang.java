package io.trainyard.spi.gang;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Pods that are scheduled all together or not at all, or, for a prologue, one by one under a group of their own.
 *
 * @param podGroup name of the PodGroup: that of the TrainJob for the main gang; for others the TrainJob's, the pod set or level, and a hash
 *     that keeps it from colliding
 * @param role what the group is for
 * @param podSets names of the pod sets whose pods are counted, in the order of the template
 * @param lateMembers names of pod sets that belong to the main gang but are created only after it runs, so that nobody waits for them;
 *     empty for other roles
 * @param minMember how many pods must exist and fit before one is placed; at least 1
 * @param minResources what those pods and the late members ask for together; empty for a prologue, and when nothing is asked for
 */
public record Gang(
        String podGroup,
        Role role,
        List<String> podSets,
        List<String> lateMembers,
        int minMember,
        Map<String, Quantity> minResources) {
    /** What a group of pods is for. */
    public enum Role {
        /** The pods that start first among those that train. */
        MAIN,
        /** Pods that start after others are ready, with more than one pod. */
        LATER,
        /** Pods that finish before training begins; placed one by one. */
        PROLOGUE
    }

    public Gang {
        podSets = List.copyOf(podSets);
        lateMembers = List.copyOf(lateMembers);
        minResources = Collections.unmodifiableMap(new LinkedHashMap<>(minResources));
    }

    /** True when pods of that pod set carry the marks of this group, counted or late. */
    public boolean includes(String podSet) {
        return podSets.contains(podSet) || lateMembers.contains(podSet);
    }
}
