package io.trainyard.launcher.upload;

import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;

/** Until when something is waited for, by the clock that never jumps, whatever is done meanwhile. */
final class Deadline {
    /** Longer limits are cut to this, so that differences of times never overflow. */
    private static final Duration MAX_LIMIT = Duration.ofDays(50 * 365);

    private final TimeSource time;
    private final long end;

    private Deadline(TimeSource time, long end) {
        this.time = time;
        this.end = end;
    }

    /** So long from now. */
    static Deadline in(Duration limit, TimeSource time) {
        Duration cut = limit.compareTo(MAX_LIMIT) < 0 ? limit : MAX_LIMIT;
        return new Deadline(time, time.nanos() + cut.toNanos());
    }

    boolean hasPassed() {
        return time.nanos() - end > 0;
    }
}
