package io.trainyard.launcher.run;

import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks whether the service of a run is still there: who waits for its answers would wait for ever. On one context. */
final class ServiceWatch {
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    /** In half a minute it may have been started again, and the run goes on. */
    private static final int MAX_ABSENCES = 15;

    private final TimeSource time;
    private final Supplier<Future<Boolean>> isUp;
    private final Runnable gone;
    private TimeSource.@Nullable Cancellable next;
    private int absences;
    private boolean stopped;

    /**
     * A watch that begins with {@link #start}.
     *
     * @param isUp whether the service is up
     * @param gone is run once, when it has not been up for half a minute
     */
    ServiceWatch(TimeSource time, Supplier<Future<Boolean>> isUp, Runnable gone) {
        this.time = time;
        this.isUp = isUp;
        this.gone = gone;
    }

    void start() {
        if (!stopped) {
            next = time.after(
                    INTERVAL, () -> isUp.get().onComplete(looked -> seen(looked.succeeded() && looked.result())));
        }
    }

    private void seen(boolean up) {
        absences = up ? 0 : absences + 1;
        if (absences < MAX_ABSENCES) {
            start();
        } else if (!stopped) {
            stopped = true;
            gone.run();
        }
    }

    void stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
    }
}
