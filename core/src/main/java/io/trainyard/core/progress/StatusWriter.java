package io.trainyard.core.progress;

import io.smallrye.mutiny.Uni;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainerStatus;

/** Writes what was reported into the status of a TrainJob, and nothing else of it. */
@FunctionalInterface
public interface StatusWriter {
    /** Writes; fails with {@link io.trainyard.core.kube.ApiFailure}. Completes on the event loop of whoever asks. */
    Uni<Void> write(ResourceKey trainJob, TrainerStatus status);
}
