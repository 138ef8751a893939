package io.trainyard.spi.framework;

import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Optional;

/** What may keep the pods of a group from finding each other, and what has no effect on them. Pure. */
public final class GroupWarnings {
    private GroupWarnings() {}

    /** Until pods are ready their names do not resolve, where the runtime says so; a single pod does not look for others. */
    public static Optional<String> readiness(RuntimeInfo info) {
        boolean severalNodes = info.trainerPodSet()
                .filter(podSet -> NodeCount.of(podSet, info) > 1)
                .isPresent();
        return severalNodes && !JobSetNetwork.of(info).publishesNotReady()
                ? Optional.of(unpublished())
                : Optional.empty();
    }

    /** The text for pods that may not find each other before they are ready. */
    public static String unpublished() {
        return TrainJobFields.RUNTIME
                + ": template.spec.network.publishNotReadyAddresses of the runtime is false, so nodes may not find"
                + " each other when they start";
    }

    /**
     * A process count that nobody reads.
     *
     * @param reason why the framework does not, such as {@code a JAX job has one process in each pod}
     */
    public static Optional<String> processCount(RuntimeInfo info, String reason) {
        return info.trainer().numProcPerNode() == null
                ? Optional.empty()
                : Optional.of(TrainJobFields.PROCESSES + ": has no effect, because " + reason);
    }
}
