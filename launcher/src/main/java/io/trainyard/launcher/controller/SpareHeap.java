package io.trainyard.launcher.controller;

import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Gives back memory that was needed for a while, such as for first lists or ten thousand jobs at once. Java's collectors for small programs make the heap smaller
 * only when they collect all of it, and a program at rest never makes them. So it is asked for once whenever things have calmed down and the heap has
 * grown. Lives on one event loop.
 */
final class SpareHeap {
    private static final Duration INTERVAL = Duration.ofSeconds(30);

    /** At rest a collection of what is new is due about once a minute. */
    private static final int QUIET = 1;

    /** Less than a fifth more is not worth a pause. */
    private static final double WORTH_IT = 1.2;

    private final Heap heap;
    private final TimeSource time;
    private long collections;
    private long settledAt;
    private TimeSource.@Nullable Cancellable next;

    SpareHeap(Heap heap, TimeSource time) {
        this.heap = heap;
        this.time = time;
    }

    /** The heap of this process. */
    interface Heap {
        /** Bytes that it has of the system, used or not. */
        long committed();

        /** How often any of it has been collected since the process began. */
        long collections();

        /**
         * Collects all of it; takes a tenth of a second for each 100 MiB that are in use, and everything stands still meanwhile.
         *
         * @param done runs on the event loop afterwards
         */
        void collect(Runnable done);
    }

    /** Begins to look. */
    void start() {
        collections = heap.collections();
        next = time.after(INTERVAL, this::look);
    }

    void stop() {
        if (next != null) {
            next.cancel();
        }
    }

    private void look() {
        next = time.after(INTERVAL, this::look);
        long now = heap.collections();
        boolean quiet = now - collections <= QUIET;
        collections = now;
        if (quiet && heap.committed() > settledAt * WORTH_IT) {
            heap.collect(() -> {
                settledAt = heap.committed();
                collections = heap.collections();
            });
        }
    }
}
