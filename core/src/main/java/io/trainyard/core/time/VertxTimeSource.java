package io.trainyard.core.time;

import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;

/** Real time; tasks run on one Vert.x context. May be used from any thread. */
public final class VertxTimeSource implements TimeSource {
    private final Context owner;

    /**
     * @param owner the context on which tasks run
     */
    public VertxTimeSource(Context owner) {
        this.owner = owner;
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
        var timer = new Timer(task);
        long millis = millisRoundedUp(delay);
        if (Vertx.currentContext() == owner) {
            timer.start(millis);
        } else {
            owner.runOnContext(ignored -> timer.start(millis));
        }
        return timer;
    }

    /** Vert.x counts whole milliseconds, and none at all is not allowed; a task must never run too early. */
    private static long millisRoundedUp(Duration delay) {
        if (delay.isNegative() || delay.isZero()) {
            return 0;
        }
        long millis = delay.toMillis();
        return delay.minusMillis(millis).isZero() ? millis : millis + 1;
    }

    /** State is touched by the owner only, but for the flag that calls the task off. */
    private final class Timer implements Cancellable {
        private final Runnable task;
        private volatile boolean cancelled;
        private volatile long id = -1;

        private Timer(Runnable task) {
            this.task = task;
        }

        private void start(long millis) {
            if (cancelled) {
                return;
            }
            if (millis == 0) {
                owner.runOnContext(ignored -> run());
            } else {
                id = owner.owner().setTimer(millis, ignored -> run());
            }
        }

        private void run() {
            if (!cancelled) {
                cancelled = true;
                task.run();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            if (id >= 0) {
                owner.owner().cancelTimer(id);
            }
        }
    }
}
