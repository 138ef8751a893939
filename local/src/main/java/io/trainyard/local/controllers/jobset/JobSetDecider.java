package io.trainyard.local.controllers.jobset;

import java.time.Instant;

/** Decides what is to be done about a JobSet. Pure. */
public final class JobSetDecider {
    private final JobSetFeatureGates features;

    public JobSetDecider(JobSetFeatureGates features) {
        this.features = features;
    }

    /** One reconcile. */
    public Decision decide(ObservedState observed, Instant now) {
        JobSet set = JobSet.of(observed.jobSet());
        return set.isBeingDeleted() || set.isForeign()
                ? Decision.NOTHING
                : new ReconcileSteps(set, observed, features, now).run();
    }
}
