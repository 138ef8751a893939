package io.trainyard.local.controllers.scheduler;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.cache.ObjectName;
import io.trainyard.local.controllers.scheduler.PodGroupKind.Reference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * The pods that name a pod group. As many as the group asks for start together or not at all; those beyond, and the successors of those that have
 * started, are gangs of one. Pure.
 */
final class PodGroupMembers {
    private final Map<Reference, List<Map<String, Object>>> members = new LinkedHashMap<>();
    private final Predicate<Map<String, Object>> placed;
    private final BiFunction<PodGroupKind, ObjectName, Optional<Map<String, Object>>> groups;

    /**
     * What there is.
     *
     * @param pods all pods
     * @param placed whether a pod has got a node
     * @param groups finds a group; empty when it does not exist
     */
    PodGroupMembers(
            List<Map<String, Object>> pods,
            Predicate<Map<String, Object>> placed,
            BiFunction<PodGroupKind, ObjectName, Optional<Map<String, Object>>> groups) {
        this.placed = placed;
        this.groups = groups;
        for (Map<String, Object> pod : pods) {
            of(pod).ifPresent(group ->
                    members.computeIfAbsent(group, any -> new ArrayList<>()).add(pod));
        }
    }

    /** The group that a pod names; empty when it names none. */
    Optional<Reference> of(Map<String, Object> pod) {
        return PodGroupKind.referenceOf(pod);
    }

    /**
     * The gangs of those waiting pods that name a group.
     *
     * @param complete whether no more pods are about to be made by whoever made this one; until then nobody is told that pods are missing
     */
    List<Gang> gangs(List<Map<String, Object>> waiting, Predicate<Map<String, Object>> complete) {
        Map<Reference, List<Map<String, Object>>> byGroup = new LinkedHashMap<>();
        for (Map<String, Object> pod : waiting) {
            of(pod).ifPresent(group ->
                    byGroup.computeIfAbsent(group, any -> new ArrayList<>()).add(pod));
        }
        List<Gang> gangs = new ArrayList<>();
        byGroup.forEach((reference, pods) -> {
            pods.sort(Comparator.comparing(GangFinder::created));
            add(reference, pods, complete, gangs);
        });
        return gangs;
    }

    private void add(
            Reference reference,
            List<Map<String, Object>> pods,
            Predicate<Map<String, Object>> complete,
            List<Gang> gangs) {
        Optional<Map<String, Object>> found = groups.apply(reference.kind(), reference.name());
        if (found.isEmpty()) {
            hold(pods, complete, "there is no PodGroup " + reference.name() + " of " + group(reference), gangs);
            return;
        }
        Map<String, Object> group = found.get();
        long wanted = Tree.integer(1, group, "spec", "minMember");
        long started = members.getOrDefault(reference, List.of()).stream()
                .filter(placed)
                .count();
        int together = (int) Math.max(0, wanted - started);
        if (together > pods.size()) {
            hold(
                    pods,
                    complete,
                    "PodGroup " + reference.name() + " asks for " + wanted + " pods together, and there are "
                            + (started + pods.size()),
                    gangs);
            return;
        }
        if (together > 0) {
            gangs.add(new Gang(group, GangFinder.created(group), pods.subList(0, together)));
        }
        pods.subList(together, pods.size())
                .forEach(pod -> gangs.add(new Gang(pod, GangFinder.created(group), List.of(pod))));
    }

    private static String group(Reference reference) {
        return reference.kind().resource().group();
    }

    private static void hold(
            List<Map<String, Object>> pods,
            Predicate<Map<String, Object>> complete,
            String obstacle,
            List<Gang> gangs) {
        if (pods.stream().allMatch(complete)) {
            gangs.add(new Gang(pods.get(0), GangFinder.created(pods.get(0)), pods, obstacle));
        }
    }
}
