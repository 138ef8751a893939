package io.trainyard.plugins.torch;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.spi.framework.NodeCount;
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
 * @param elastic whether it may; what options do to that is told apart
 * @param requestedProcesses processes on each node; empty where nobody asks for a number
 * @param accelerators devices of each node; empty where it has none
 */
record PromisedGroup(int nodes, boolean elastic, OptionalInt requestedProcesses, OptionalInt accelerators) {
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,5}");

    static PromisedGroup of(
            TorchPolicy policy,
            RuntimeInfo info,
            PodSet podSet,
            ContainerView container,
            TorchConfiguration configuration) {
        int devices = ResourceCounts.accelerators(container, configuration.acceleratorResources());
        return new PromisedGroup(
                ElasticJob.of(policy, info)
                        .map(elastic -> elastic.policy().effectiveMaxNodes())
                        .orElseGet(() -> NodeCount.of(podSet, info)),
                policy.elasticPolicy() != null,
                Optional.ofNullable(info.trainer().numProcPerNode())
                        .or(() -> Optional.ofNullable(policy.numProcPerNode()))
                        .map(PromisedGroup::number)
                        .orElse(OptionalInt.empty()),
                devices > 0 ? OptionalInt.of(devices) : OptionalInt.empty());
    }

    private static OptionalInt number(IntOrString processes) {
        String text = String.valueOf(processes.getValue());
        return NUMBER.matcher(text).matches() ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }
}
