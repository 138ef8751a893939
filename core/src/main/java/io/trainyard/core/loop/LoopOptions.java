package io.trainyard.core.loop;

import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Vert.x, told to complain early. */
public final class LoopOptions {
    private static final Duration MAX_INTERVAL = Duration.ofSeconds(1);

    private LoopOptions() {}

    /**
     * Options with which Vert.x logs the stack of every event loop that has been in one handler for longer than {@code limit}. It looks twice
     * within that time, but at least every second.
     *
     * @param limit at least 2 ms
     */
    public static VertxOptions warningAfter(Duration limit) {
        if (limit.toMillis() < 2) {
            throw new IllegalArgumentException("limit must be at least 2 ms, not " + limit);
        }
        Duration half = limit.dividedBy(2);
        Duration interval = half.compareTo(MAX_INTERVAL) < 0 ? half : MAX_INTERVAL;
        return new VertxOptions()
                .setMaxEventLoopExecuteTime(limit.toNanos())
                .setMaxEventLoopExecuteTimeUnit(TimeUnit.NANOSECONDS)
                // From here on with the stack, without which the warning would help nobody.
                .setWarningExceptionTime(limit.toNanos())
                .setWarningExceptionTimeUnit(TimeUnit.NANOSECONDS)
                .setBlockedThreadCheckInterval(interval.toMillis())
                .setBlockedThreadCheckIntervalUnit(TimeUnit.MILLISECONDS);
    }
}
