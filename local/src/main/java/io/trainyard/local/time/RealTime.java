package io.trainyard.local.time;

import io.trainyard.foundation.time.Delays;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;

/**
 * Time as it passes, for many owners: a task runs on the event loop from which it was asked for, where the controller's
 * {@code VertxTimeSource} runs all of them on the one loop that owns its state.
 */
public final class RealTime implements TimeSource {
    private final Vertx vertx;

    public RealTime(Vertx vertx) {
        this.vertx = vertx;
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Cancellable after(Duration delay, Runnable task) {
        long timer = vertx.setTimer(millisRoundedUp(delay), id -> task.run());
        return () -> vertx.cancelTimer(timer);
    }

    /** Vert.x counts whole milliseconds, at least one; a task must never run too early. Users may write numbers of seconds that nobody can count. */
    private static long millisRoundedUp(Duration delay) {
        Duration known = Duration.ofNanos(Delays.nanos(delay));
        long millis = known.toMillis();
        return Math.max(1, known.minusMillis(millis).isZero() ? millis : millis + 1);
    }
}
