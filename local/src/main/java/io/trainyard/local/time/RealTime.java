package io.trainyard.local.time;

import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;

/** Time as it passes. */
public final class RealTime implements TimeSource {
    private final Vertx vertx;

    public RealTime(Vertx vertx) {
        this.vertx = vertx;
    }

    @Override
    public Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    public Cancellable after(Duration delay, Runnable task) {
        long timer = vertx.setTimer(Math.max(1, delay.toMillis()), id -> task.run());
        return () -> vertx.cancelTimer(timer);
    }
}
