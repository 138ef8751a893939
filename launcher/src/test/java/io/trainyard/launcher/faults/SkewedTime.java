package io.trainyard.launcher.faults;

import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.time.Instant;

/** A wall clock that is wrong, by as much as the test says; timers and differences of time are right, as those of a machine are. */
record SkewedTime(TimeSource time, Duration ahead) implements TimeSource {
    @Override
    public Instant now() {
        return time.now().plus(ahead);
    }

    @Override
    public long nanos() {
        return time.nanos();
    }

    @Override
    public Cancellable after(Duration delay, Runnable task) {
        return time.after(delay, task);
    }
}
