package io.trainyard.local.controllers.jobset;

import java.time.Instant;
import java.util.Optional;

/** Decides what is to be done about a JobSet. Pure. */
public final class JobSetDecider {
    private final JobSetFeatureGates features;
    private final Optional<RestartLimit> restarts;

    /**
     * A decider.
     *
     * @param restarts how JobSets restart; empty for as they are written
     */
    public JobSetDecider(JobSetFeatureGates features, Optional<RestartLimit> restarts) {
        this.features = features;
        this.restarts = restarts;
    }

    /** One reconcile. */
    public Decision decide(ObservedState observed, Instant now) {
        JobSet set = JobSet.of(
                restarts.map(limit -> limit.applyTo(observed.jobSet())).orElseGet(observed::jobSet));
        return set.isBeingDeleted() || set.isForeign()
                ? Decision.NOTHING
                : new ReconcileSteps(set, observed, features, now).run();
    }
}
