package io.trainyard.local.controllers.jobset;

import java.time.Instant;

/** Decides what is to be done about a JobSet. Pure. */
public final class JobSetDecider {
    private final JobSetFeatures features;

    public JobSetDecider(JobSetFeatures features) {
        this.features = features;
    }

    /** One pass. */
    public Decision decide(Observation seen, Instant now) {
        JobSet set = JobSet.of(seen.jobSet());
        return set.isBeingDeleted() || set.isForeign() ? Decision.NOTHING : new Pass(set, seen, features, now).run();
    }
}
