package io.trainyard.core.gang;

import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Decides who is scheduled together. Pods that exist only after others are ready or done are never waited for by those: a scheduler that did
 * would place nobody, ever. Pure.
 */
public final class GangPlanner {
    private final String trainJob;
    private final String uid;
    private final List<PodSet> prologue = new ArrayList<>();
    private final SortedMap<Integer, List<PodSet>> levels = new TreeMap<>();

    private GangPlanner(String trainJob, String uid) {
        this.trainJob = trainJob;
        this.uid = uid;
    }

    /**
     * The plan for the pod sets as they are now.
     *
     * @param trainJob its name, which is that of the main PodGroup
     * @param uid its uid, part of the names of further PodGroups; empty where it has none yet
     * @throws InvalidTrainJobException when the template has no order of start
     */
    public static GangPlan plan(String trainJob, String uid, RuntimeInfo info) {
        GangPlanner planner = new GangPlanner(trainJob, uid);
        StartOrder order = new StartOrder(info);
        for (PodSet podSet : info.podSets()) {
            (order.isPrologue(podSet)
                            ? planner.prologue
                            : planner.levels.computeIfAbsent(order.level(podSet), level -> new ArrayList<>()))
                    .add(podSet);
        }
        return planner.plan();
    }

    private GangPlan plan() {
        List<PodSet> late = new ArrayList<>();
        List<Gang> later = new ArrayList<>();
        levels.forEach((level, podSets) -> {
            if (level > 0 && podSets.stream().mapToLong(PodSet::pods).sum() <= 1) {
                late.addAll(podSets);
            } else if (level > 0) {
                later.add(gang(extraName("l" + level), Gang.Role.LATER, podSets, List.of()));
            }
        });
        List<Gang> gangs = new ArrayList<>();
        gangs.add(gang(trainJob, Gang.Role.MAIN, levels.getOrDefault(0, List.of()), late));
        gangs.addAll(later);
        prologue.forEach(podSet -> gangs.add(new Gang(
                extraName(podSet.name()), Gang.Role.PROLOGUE, List.of(podSet.name()), List.of(), 1, Map.of())));
        return new GangPlan(gangs);
    }

    /** Late members are not waited for, but there must be room for them. */
    private static Gang gang(String podGroup, Gang.Role role, List<PodSet> counted, List<PodSet> late) {
        ResourceAmounts resources = new ResourceAmounts();
        long members = 0;
        for (PodSet podSet : counted) {
            resources.add(podSet.singlePodRequests(), podSet.minPods());
            members += podSet.minPods();
        }
        late.forEach(podSet -> resources.add(podSet.singlePodRequests(), podSet.pods()));
        return new Gang(
                podGroup,
                role,
                names(counted),
                names(late),
                (int) Math.min(Math.max(members, 1), Integer.MAX_VALUE),
                resources.toQuantities());
    }

    private String extraName(String suffix) {
        return PodGroupNames.extra(trainJob, uid, suffix);
    }

    private static List<String> names(List<PodSet> podSets) {
        return podSets.stream().map(PodSet::name).toList();
    }
}
