package io.trainyard.foundation.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/** The only way to get time and to wait. Tests own it. */
public interface TimeSource {
    /** Now, by the wall clock. */
    Instant now();

    /** The wall clock, in UTC, for code that takes the JDK's type. */
    default Clock clock() {
        return new WallClock(this, ZoneOffset.UTC);
    }

    /** Nanoseconds of a clock that never jumps; only differences mean something. */
    long nanos();

    /**
     * Runs a task once on an event loop, not earlier than after {@code delay}. The implementation says on which: its own, or that of the caller.
     *
     * @return cancels the task if it has not run yet; may be called more than once
     */
    Cancellable after(Duration delay, Runnable task);

    /** A task that may be called off. */
    interface Cancellable {
        void cancel();
    }
}
