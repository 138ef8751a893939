package io.trainyard.core.config;

import java.time.Duration;

/**
 * Who works when several copies run (CFG-24, OPS-06). Valid settings hold {@code leaseDuration > renewDeadline > 1.2 × retryPeriod}.
 *
 * @param enabled false: this copy works without asking anybody
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
        Duration retryPeriod) {}
