package io.trainyard.launcher.upload;

import io.trainyard.foundation.time.Delays;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;

/** Until when something is waited for, by the clock that never jumps, whatever is done meanwhile. */
final class Deadline {
    private final TimeSource time;
    private final long end;

    private Deadline(TimeSource time, long end) {
        this.time = time;
        this.end = end;
    }

    /** So long from now. */
    static Deadline in(Duration limit, TimeSource time) {
        return new Deadline(time, time.nanos() + Delays.nanos(limit));
    }

    boolean hasPassed() {
        return time.nanos() - end > 0;
    }
}
