package io.trainyard.spi.framework;

import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;

/** How many nodes take part in a training. Pure. */
public final class NodeCount {
    private NodeCount() {}

    /**
     * Nodes of one replicated job. The TrainJob decides for the trainer; otherwise it is the count of the pod set, into which the host has
     * put the one of the runtime. May be zero, and negative where nobody checked the TrainJob.
     */
    public static int of(PodSet podSet, RuntimeInfo info) {
        Integer wanted = info.trainer().numNodes();
        boolean isTrainer =
                info.trainerPodSet().filter(trainer -> trainer == podSet).isPresent();
        return isTrainer && wanted != null ? wanted : podSet.count();
    }
}
