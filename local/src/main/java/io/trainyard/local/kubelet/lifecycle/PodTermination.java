package io.trainyard.local.kubelet.lifecycle;

import java.time.Duration;
import java.time.Instant;

/**
 * Why a pod is being stopped from outside of its containers.
 *
 * @param reason of the status, such as {@code DeadlineExceeded}; empty when the pod is deleted
 * @param message what to tell the user
 * @param grace how long the containers may take, all together
 * @param since when the stopping began
 */
public record PodTermination(String reason, String message, Duration grace, Instant since) {
    private static final String SHUTDOWN = "Shutdown";

    /** The kubelet stops, and with it the pod. */
    public static PodTermination shutdown(String message, Duration grace, Instant since) {
        return new PodTermination(SHUTDOWN, message, grace, since);
    }

    /** Whether it is not the pod's own doing. */
    boolean isDisruption() {
        return reason.equals(SHUTDOWN);
    }

    /** Whether the pod is deleted. */
    public boolean isDeletion() {
        return reason.isEmpty();
    }

    /** What is left of the grace period. */
    public Duration remaining(Instant now) {
        Duration left = grace.minus(Duration.between(since, now));
        return left.isNegative() ? Duration.ZERO : left;
    }
}
