package io.trainyard.foundation.time;

import java.time.Duration;

/** Delays on the clock of {@link TimeSource#nanos}, of which only differences mean something. Pure. */
public final class Delays {
    private static final Duration MAX = Duration.ofDays(50 * 365);

    private Delays() {}

    /** A delay in nanoseconds, so that it can be added to a time of that clock: none for a negative one, and cut to fifty years, so that no difference overflows. */
    public static long nanos(Duration delay) {
        if (delay.isNegative()) {
            return 0;
        }
        return delay.compareTo(MAX) > 0 ? MAX.toNanos() : delay.toNanos();
    }
}
