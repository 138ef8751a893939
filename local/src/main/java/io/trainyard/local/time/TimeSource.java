package io.trainyard.local.time;

import java.time.Clock;
import java.time.Duration;

/** Time for everything in this module. Tests own it. */
public interface TimeSource {
    /** The wall clock. */
    Clock clock();

    /**
     * Runs a task once, not earlier than after {@code delay}, on the event loop on which this was called.
     *
     * @return cancels the task if it has not run yet; may be called more than once
     */
    Cancellable after(Duration delay, Runnable task);

    /** A task that may be called off. */
    interface Cancellable {
        void cancel();
    }
}
