package io.trainyard.core.config;

import java.time.Duration;

/**
 * Who works when several copies run. Valid settings hold {@code leaseDuration > renewDeadline > 1.2 × retryPeriod}.
 *
 * @param enabled whether a copy works only while it is the leader
 * @param resourceName name of the Lease
 * @param resourceNamespace namespace of the Lease; empty means the controller's own
 * @param leaseDuration how long others wait after the last renewal before they take over
 * @param renewDeadline how long the leader tries to renew before it gives up
 * @param retryPeriod time between two attempts
 */
public record LeaderElectionSettings(
        boolean enabled,
        String resourceName,
        String resourceNamespace,
        Duration leaseDuration,
        Duration renewDeadline,
        Duration retryPeriod) {
    /**
     * Together with the two below: a crash costs less than 5 s, a leader stops writing half a second before another one may begin, and renewals whose
     * answers take 1.5 s are enough to go on. Kubeflow Trainer is shipped with 15 s, 10 s and 2 s; who writes these into the file gets them.
     */
    static final Duration DEFAULT_LEASE_DURATION = Duration.ofSeconds(4);

    static final Duration DEFAULT_RENEW_DEADLINE = Duration.ofMillis(3_500);

    static final Duration DEFAULT_RETRY_PERIOD = Duration.ofMillis(300);
}
