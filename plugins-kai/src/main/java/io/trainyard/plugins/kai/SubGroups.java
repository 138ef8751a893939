package io.trainyard.plugins.kai;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.model.KAIPolicy;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The leaves of the main PodGroup, one for each pod set. Pure.
 *
 * @param policy the policy of the runtime
 * @param info the merged runtime
 * @param main the main gang
 */
record SubGroups(KAIPolicy policy, RuntimeInfo info, Gang main) {
    private static final String ALWAYS = "Always";
    private static final String NEVER = "Never";

    /** The leaves; empty for a flat group. */
    List<PodGroupSpec.SubGroup> leaves() {
        if (!areWanted()) {
            return List.of();
        }
        List<PodGroupSpec.SubGroup> leaves = new ArrayList<>();
        for (PodSet podSet : info.podSets()) {
            if (main.includes(podSet.name())) {
                boolean counted = main.podSets().contains(podSet.name());
                leaves.add(new PodGroupSpec.SubGroup(
                        podSet.name(),
                        counted ? podSet.minPods() : 0,
                        topology(podSet).orElse(null)));
            }
        }
        return leaves;
    }

    /** True when pods name their leaf. */
    boolean areWanted() {
        if (ALWAYS.equals(policy.subGroups())) {
            if (policy.minMember() != null) {
                throw new InvalidTrainJobException(
                        "podGroupPolicy.kai: minMember cannot be combined with subGroups: Always,"
                                + " because the minimum is then the sum of those of the replicated jobs");
            }
            return true;
        }
        List<PodSet> counted = info.podSets().stream()
                .filter(podSet -> main.podSets().contains(podSet.name()))
                .toList();
        return !NEVER.equals(policy.subGroups())
                && policy.minMember() == null
                && counted.size() > 1
                && counted.stream()
                        .anyMatch(podSet -> podSet.minPods() < podSet.pods()
                                || topology(podSet).isPresent());
    }

    private Optional<TopologyConstraint> topology(PodSet podSet) {
        return TopologyConstraint.of(annotations(podSet));
    }

    private Map<String, ?> annotations(PodSet podSet) {
        return Tree.child(ReplicatedJobs.of(info, podSet), "template", "metadata", "annotations");
    }
}
