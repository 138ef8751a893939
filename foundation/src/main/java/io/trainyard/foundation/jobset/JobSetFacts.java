package io.trainyard.foundation.jobset;

/**
 * What rules about a JobSet may know besides its spec.
 *
 * @param name its name, which is part of others; empty where it is not known yet
 * @param restartJob whether JobSet can restart a Job alone
 * @param inPlaceRestart whether JobSet can restart containers in their pods
 */
public record JobSetFacts(String name, boolean restartJob, boolean inPlaceRestart) {
    /** Nothing is known, so that anything may be possible. */
    static final JobSetFacts UNKNOWN = new JobSetFacts("", true, true);
}
