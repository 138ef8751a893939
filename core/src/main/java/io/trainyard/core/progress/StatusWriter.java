package io.trainyard.core.progress;

import io.smallrye.mutiny.Uni;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerStatus;

/** Writes what was reported into the status of a TrainJob, and nothing else of it. */
@FunctionalInterface
public interface StatusWriter {
    /**
     * Writes; completes on the event loop of the caller.
     *
     * @param trainJob as it was seen last; no other TrainJob of that name is written to
     * @return fails with {@link io.trainyard.core.kube.ApiFailure}; with CONFLICT when the TrainJob has changed since, or is another one
     */
    Uni<Void> write(TrainJob trainJob, TrainerStatus status);
}
