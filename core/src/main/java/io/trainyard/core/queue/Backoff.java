package io.trainyard.core.queue;

import java.time.Duration;

/**
 * How long a failed key waits: {@code base * factor^(failures - 1)}, at most {@code cap}, then shortened by a random part of up
 * to {@code jitter}. Jitter only ever shortens, so the cap is a promise, and keys that failed together drift apart at the cap too.
 *
 * @param base wait after the first failure; more than zero
 * @param factor growth from one failure to the next; at least 1
 * @param cap the longest wait; at least {@code base}
 * @param jitter the part of a wait that chance may take away; from 0 (none) to less than 1
 */
public record Backoff(Duration base, double factor, Duration cap, double jitter) {
    /** 100 ms, doubling, at most 5 minutes, 10 % jitter. */
    public static final Backoff DEFAULT = new Backoff(Duration.ofMillis(100), 2, Duration.ofMinutes(5), 0.1);

    public Backoff {
        require(base.compareTo(Duration.ZERO) > 0, "base must be more than zero", base);
        require(factor >= 1 && factor < Double.POSITIVE_INFINITY, "factor must be a number of at least 1", factor);
        require(cap.compareTo(base) >= 0, "cap must be at least base (" + base + ")", cap);
        require(jitter >= 0 && jitter < 1, "jitter must be at least 0 and less than 1", jitter);
    }

    private static void require(boolean condition, String message, Object actual) {
        if (!condition) {
            throw new IllegalArgumentException("backoff: " + message + ", but is " + actual);
        }
    }

    /**
     * The wait after some failures in a row.
     *
     * @param failures how many; at least 1
     * @param chance a random number from 0 to less than 1
     */
    public Duration delay(int failures, double chance) {
        if (failures < 1) {
            throw new IllegalArgumentException("there is no backoff after " + failures + " failures");
        }
        double unlimited = base.toNanos() * Math.pow(factor, failures - 1.0);
        double limited = Math.min(unlimited, (double) cap.toNanos());
        return Duration.ofNanos(Math.round(limited * (1 - jitter * chance)));
    }
}
