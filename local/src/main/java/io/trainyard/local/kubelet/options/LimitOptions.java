package io.trainyard.local.kubelet.options;

import io.trainyard.local.kubelet.lifecycle.Backoff;
import java.time.Duration;

/**
 * How long and how often things may happen. Immutable; begin with {@link #LAPTOP}.
 *
 * @param backoff the wait before a restart
 * @param failsFast whether a program that cannot be started twice in a row fails its pod
 * @param maxGrace containers get at most this time to end, whatever their pod says
 * @param setupTimeout a pod fails when it could not be set up for so long, for want of a ConfigMap, say
 * @param maxLogBytes a log file that grows beyond so many bytes is rotated
 */
public record LimitOptions(
        Backoff backoff, boolean failsFast, Duration maxGrace, Duration setupTimeout, long maxLogBytes) {
    /** Shorter waits than in a cluster: somebody sits in front of it. */
    public static final LimitOptions LAPTOP = new LimitOptions(
            new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMinutes(10)),
            true,
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            256L << 20);

    public LimitOptions withFailFast(boolean fast) {
        return new LimitOptions(backoff, fast, maxGrace, setupTimeout, maxLogBytes);
    }

    public LimitOptions withMaxGrace(Duration grace) {
        return new LimitOptions(backoff, failsFast, grace, setupTimeout, maxLogBytes);
    }
}
