package io.trainyard.core.reconcile;

import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;

/** Told of what reconciles write and of what they leave alone, for metrics. On the event loop. */
public interface WriteListener {
    /** An object was as it should be, so nothing was written. */
    void skipped();

    /**
     * The first JobSet of a TrainJob was created.
     *
     * @param info what it was built from, frozen
     */
    void started(TrainJob trainJob, RuntimeInfo info);
}
