package io.trainyard.local.kubelet;

import io.trainyard.local.kubelet.life.BackOff;
import java.time.Duration;

/**
 * How long and how often things may happen. Immutable; begin with {@link #LAPTOP}.
 *
 * @param backOff the wait before a restart
 * @param failsFast whether a program that cannot be started twice in a row fails its pod
 * @param longestGrace containers get at most this time to end, whatever their pod says
 * @param setupLimit a pod fails when it could not be set up for so long, for want of a ConfigMap, say
 * @param largestLog a log file that grows beyond so many bytes is cut
 */
public record LimitOptions(
        BackOff backOff, boolean failsFast, Duration longestGrace, Duration setupLimit, long largestLog) {
    /** Shorter waits than in a cluster: somebody sits in front of it. */
    public static final LimitOptions LAPTOP = new LimitOptions(
            new BackOff(Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMinutes(10)),
            true,
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            256L << 20);

    public LimitOptions withBackOff(BackOff wait) {
        return new LimitOptions(wait, failsFast, longestGrace, setupLimit, largestLog);
    }

    /** A program that cannot be started is tried again and again, as in a cluster. */
    public LimitOptions withPatience() {
        return new LimitOptions(backOff, false, longestGrace, setupLimit, largestLog);
    }

    public LimitOptions withLongestGrace(Duration grace) {
        return new LimitOptions(backOff, failsFast, grace, setupLimit, largestLog);
    }

    public LimitOptions withSetupLimit(Duration limit) {
        return new LimitOptions(backOff, failsFast, longestGrace, limit, largestLog);
    }

    public LimitOptions withLargestLog(long bytes) {
        return new LimitOptions(backOff, failsFast, longestGrace, setupLimit, bytes);
    }
}
