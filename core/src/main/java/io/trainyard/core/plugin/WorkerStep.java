package io.trainyard.core.plugin;

import io.smallrye.mutiny.Uni;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;

/** An enforce step of a plugin that may be too slow for the event loop. */
public interface WorkerStep {
    /** True when {@link #enforceOnWorker} has to be used instead of the call that answers at once. */
    boolean isForWorkers();

    /** Enforces on a thread of the plugin; the answer arrives on the event loop. Nobody else may touch {@code info} until then. */
    Uni<Boolean> enforceOnWorker(TrainJob trainJob, RuntimeInfo info);
}
