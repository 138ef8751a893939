package io.trainyard.local.controllers.job;

import java.time.Duration;

/**
 * How long a Job waits before it replaces failed pods: {@code initialDelay}, doubled with each further failure in a row.
 *
 * @param initialDelay after the first failure
 * @param maxDelay after many
 */
public record JobOptions(Duration initialDelay, Duration maxDelay) {
    /** Short, as suits one machine. */
    public static final JobOptions DEFAULT = new JobOptions(Duration.ofSeconds(1), Duration.ofSeconds(30));

    /** As in a cluster. */
    public static final JobOptions CLUSTER = new JobOptions(Duration.ofSeconds(10), Duration.ofMinutes(10));

    public JobOptions {
        if (initialDelay.isNegative() || maxDelay.compareTo(initialDelay) < 0) {
            throw new IllegalArgumentException(
                    "the delay before failed pods are replaced must not be negative, and the longest one "
                            + "not shorter than the first: " + initialDelay + ", " + maxDelay);
        }
    }
}
