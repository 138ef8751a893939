package io.trainyard.core.reconcile;

import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;

/** Told of what reconciles do and learn. On the event loop. */
public interface ReconcileListener {
    /** An object was as it should be, so nothing was written. */
    void skipped();

    /**
     * The first JobSet of a TrainJob was created.
     *
     * @param info what it was built from, frozen
     */
    void started(TrainJob trainJob, RuntimeInfo info);

    /**
     * What a scheduler says of the gangs of a TrainJob, each time its objects are built.
     *
     * @param words why they are not placed, a line each; empty when they are, or nobody knows
     */
    void gangs(TrainJob trainJob, List<String> words);
}
