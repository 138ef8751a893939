package io.trainyard.plugins.mpi;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.spi.model.MPIPolicy;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How many ranks each host runs. Pure. */
final class Slots {
    /** More ranks than any machine has processors are a slip of the pen, and would overflow counters of mpirun. */
    static final int MAX = 65_536;

    private Slots() {}

    /**
     * The number: the TrainJob's; else the runtime's; but where that is 1, which cannot be told from its default, the number of GPUs of a node,
     * if it has several.
     */
    static int of(MPIPolicy policy, RuntimeInfo info, Topology topology) {
        IntOrString ofTrainJob = info.trainer().numProcPerNode();
        if (ofTrainJob != null && ofTrainJob.getIntVal() != null) {
            return ofTrainJob.getIntVal();
        }
        int ofRuntime = policy.numProcPerNode() == null ? 1 : policy.numProcPerNode();
        return ofRuntime == 1 ? Math.max(gpus(topology), 1) : ofRuntime;
    }

    private static int gpus(Topology topology) {
        return topology.node()
                .or(topology::launcher)
                .flatMap(podSet -> podSet.trainerContainer())
                .map(Slots::gpus)
                .orElse(0);
    }

    /** Whole devices that a container asks for: of the first resource, by name, that is a GPU and not a share of one. */
    static int gpus(ContainerView container) {
        int requested = gpus(container.requests());
        return requested > 0 ? requested : gpus(container.limits());
    }

    private static int gpus(Map<String, Quantity> resources) {
        return new TreeMap<>(resources)
                .entrySet().stream()
                        .filter(resource -> isGpu(resource.getKey()))
                        .mapToInt(resource -> ResourceQuantity.parse(
                                        resource.getValue().toString())
                                .value()
                                .setScale(0, RoundingMode.FLOOR)
                                .min(BigDecimal.valueOf(MAX))
                                .intValue())
                        .filter(amount -> amount > 0)
                        .findFirst()
                        .orElse(0);
    }

    private static boolean isGpu(String resource) {
        String own = resource.substring(resource.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return own.contains("gpu") && !own.contains("mem") && !own.contains("core") && !own.contains("percent");
    }
}
