package io.trainyard.local.streaming;

import io.vertx.core.Future;
import io.vertx.core.streams.ReadStream;

/** Lets a client wait while much of what it has sent has not been taken. On one event loop. */
public final class FlowControl {
    private static final int MAX_PENDING_BYTES = 1 << 20;

    private final ReadStream<?> source;
    private int pending;
    private boolean paused;

    /** For what comes from here. */
    public FlowControl(ReadStream<?> source) {
        this.source = source;
    }

    /** Counts bytes until they have been taken. */
    public void count(int bytes, Future<Void> taken) {
        pending += bytes;
        if (!paused && pending > MAX_PENDING_BYTES) {
            paused = true;
            source.pause();
        }
        taken.onComplete(done -> {
            pending -= bytes;
            if (paused && pending <= MAX_PENDING_BYTES / 2) {
                paused = false;
                source.resume();
            }
        });
    }
}
