package io.trainyard.plugins.torch;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.spi.framework.NodeCount;
import io.trainyard.spi.model.ElasticPolicy;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.ResourceCounts;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The group that a TrainJob and its runtime ask for.
 *
 * @param nodes how many pods take part, at most where their number may change
 * @param leastNodes how many at least
 * @param elastic whether options are judged as those of an elastic job, which is told apart
 * @param requestedProcesses processes on each node; empty where nobody asks for a number
 * @param accelerators devices of each node; empty where it has none
 */
record PromisedGroup(
        int nodes, int leastNodes, boolean elastic, OptionalInt requestedProcesses, OptionalInt accelerators) {
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,5}");

    static PromisedGroup of(
            TorchPolicy policy,
            RuntimeInfo info,
            PodSet podSet,
            ContainerView container,
            TorchConfiguration configuration) {
        int devices = ResourceCounts.accelerators(container, configuration.acceleratorResources());
        Optional<ElasticJob> elastic = ElasticJob.of(policy, info);
        int now = elastic.map(ElasticJob::nodes).orElseGet(() -> NodeCount.of(podSet, info));
        Optional<ElasticPolicy> bounds = elastic.map(ElasticJob::policy).filter(known -> info.isResizable());
        return new PromisedGroup(
                bounds.map(ElasticPolicy::effectiveMaxNodes).orElse(now),
                bounds.map(ElasticPolicy::effectiveMinNodes).orElse(now),
                policy.elasticPolicy() != null,
                Optional.ofNullable(info.trainer().numProcPerNode())
                        .or(() -> Optional.ofNullable(policy.numProcPerNode()))
                        .map(PromisedGroup::number)
                        .orElse(OptionalInt.empty()),
                devices > 0 ? OptionalInt.of(devices) : OptionalInt.empty());
    }

    /** How many pods take part, in words: {@code 4}, or {@code 2 to 4}. */
    String nodeCount() {
        return leastNodes == nodes ? String.valueOf(nodes) : leastNodes + " to " + nodes;
    }

    private static OptionalInt number(IntOrString processes) {
        String text = String.valueOf(processes.getValue());
        return NUMBER.matcher(text).matches() ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }
}
