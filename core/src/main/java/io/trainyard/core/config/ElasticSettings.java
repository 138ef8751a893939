package io.trainyard.core.config;

import java.time.Duration;

/**
 * How the number of pods of elastic jobs is changed.
 *
 * @param jobSetScaling whether JobSet is asked to change it
 * @param onUnsupported what happens to a job that runs where JobSet does not change it
 * @param minRecreateInterval least age of a JobSet that is replaced for another number of pods
 * @param probeInterval how long a refusal of JobSet is remembered
 */
public record ElasticSettings(
        JobSetScaling jobSetScaling,
        OnUnsupported onUnsupported,
        Duration minRecreateInterval,
        Duration probeInterval) {
    /** The values of an absent configuration. */
    public static final ElasticSettings DEFAULT =
            new ElasticSettings(JobSetScaling.AUTO, OnUnsupported.HOLD, Duration.ofMinutes(10), Duration.ofMinutes(10));

    /** Whether JobSet is asked to change the number of pods of a job that runs. */
    public enum JobSetScaling {
        /** Yes, and for a while not again after it refused. */
        AUTO,
        /** Yes, whatever it said before. */
        ENABLED,
        /** Never. */
        DISABLED
    }

    /** What happens to a job that runs where JobSet does not change the number of pods. */
    public enum OnUnsupported {
        /** It keeps its pods. */
        HOLD,
        /** Its JobSet is deleted and made anew; training goes on from its last checkpoint. */
        RECREATE
    }
}
