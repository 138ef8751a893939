package io.trainyard.plugins.torch;

import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;

/** How many nodes take part in a rendezvous. */
final class NodeCount {
    private NodeCount() {}

    /**
     * Nodes of one replicated job. The TrainJob decides for the trainer; otherwise it is the count of the pod set, into which the host has
     * put the one of the runtime. May be zero, and negative where nobody checked the TrainJob.
     */
    static int of(PodSet podSet, RuntimeInfo info) {
        Integer wanted = info.trainer().numNodes();
        boolean isTrainer =
                info.trainerPodSet().filter(trainer -> trainer == podSet).isPresent();
        return isTrainer && wanted != null ? wanted : podSet.count();
    }
}
