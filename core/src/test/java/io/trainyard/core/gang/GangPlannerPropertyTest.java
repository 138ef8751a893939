package io.trainyard.core.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.PodSetDefinition;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.runtime.RuntimePolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

final class GangPlannerPropertyTest {
    @Property(seed = "20260101")
    @Label("every pod set is in exactly one gang, in one role")
    void everyPodIsCoveredOnce(@ForAll @IntRange(min = 1, max = 7) int jobs, @ForAll long seed) {
        RuntimeInfo info = template(jobs, new Random(seed));

        GangPlan plan = GangPlanner.plan("run", "uid", info);

        List<String> covered = new ArrayList<>();
        plan.gangs().forEach(gang -> {
            covered.addAll(gang.podSets());
            covered.addAll(gang.lateMembers());
        });
        assertThat(covered)
                .containsExactlyInAnyOrderElementsOf(
                        info.podSets().stream().map(PodSet::name).toList());
    }

    @Property(seed = "20260101")
    @Label(
            "a scheduler that waits for minMember pods always gets them: every job comes to its end, whatever its order of start")
    void nobodyWaitsForPodsThatCannotExist(@ForAll @IntRange(min = 1, max = 7) int jobs, @ForAll long seed) {
        RuntimeInfo info = template(jobs, new Random(seed));
        GangPlan plan = GangPlanner.plan("run", "uid", info);
        Set<String> placed = new HashSet<>();

        boolean progress = true;
        while (progress) {
            progress = false;
            for (PodSet podSet : info.podSets()) {
                if (!placed.contains(podSet.name())
                        && exists(podSet, placed)
                        && isQuorate(plan.of(podSet.name()), info, placed)) {
                    placed.add(podSet.name());
                    progress = true;
                }
            }
        }

        assertThat(placed).hasSize(info.podSets().size());
    }

    /** JobSet has created the pods: what they depend on runs, or has finished. */
    private static boolean exists(PodSet podSet, Set<String> placed) {
        return podSet.dependsOn().stream().allMatch(edge -> placed.contains(edge.job()));
    }

    private static boolean isQuorate(Gang gang, RuntimeInfo info, Set<String> placed) {
        int pods = info.podSets().stream()
                .filter(podSet -> gang.includes(podSet.name()) && exists(podSet, placed))
                .mapToInt(PodSet::pods)
                .sum();
        return pods >= gang.minMember();
    }

    /** As JobSet accepts it: edges go to earlier jobs only. */
    private static RuntimeInfo template(int jobs, Random random) {
        List<PodSetDefinition> definitions = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            List<PodSet.Dependency> edges = new ArrayList<>();
            for (int k = 0; k < i; k++) {
                if (random.nextInt(4) == 0) {
                    edges.add(new PodSet.Dependency("job" + k, random.nextBoolean() ? "Ready" : "Complete"));
                }
            }
            definitions.add(Pods.podSet(
                    "job" + i, 1 + random.nextInt(2), 1 + random.nextInt(3), edges, Map.of("cpu", new Quantity("1"))));
        }
        RuntimeInfo info = new RuntimeInfo(
                Map.of(), Map.of(), new RuntimePolicy(null, null), Trainer.EMPTY, Map.of(), definitions);
        info.podSets().forEach(podSet -> podSet.setMinCount(1 + random.nextInt(3)));
        return info;
    }
}
