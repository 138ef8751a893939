package io.trainyard.plugins.mpi;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.spi.model.MPIPolicy;
import io.trainyard.spi.runtime.ResourceCounts;
import io.trainyard.spi.runtime.RuntimeInfo;

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
                .map(ResourceCounts::gpus)
                .map(gpus -> Math.min(gpus, MAX))
                .orElse(0);
    }
}
