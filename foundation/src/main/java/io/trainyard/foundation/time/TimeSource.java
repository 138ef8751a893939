package io.trainyard.foundation.time;

import java.time.Duration;
import java.time.Instant;

/** The only way to get time and to wait. Tests own it. */
public interface TimeSource {
    /** Now, by the wall clock. */
    Instant now();

    /** Nanoseconds of a clock that never jumps; only differences mean something. */
    long nanos();

    /**
     * Runs a task once on the owning event loop, not earlier than after {@code delay}.
     *
     * @return cancels the task if it has not run yet; may be called more than once
     */
    Cancellable after(Duration delay, Runnable task);

    /** A task that may be called off. */
    interface Cancellable {
        void cancel();
    }
}
