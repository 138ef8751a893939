package io.trainyard.core.time;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** An end to waiting for something. */
public final class TimeLimit {
    private TimeLimit() {}

    /**
     * What {@code source} gives; or a failure with {@link TimeoutException} when it gives nothing for so long after it was subscribed to. A
     * source that is late is cancelled, and what it gives then is dropped.
     *
     * @param source null items do not count as late
     */
    public static <T> Uni<T> of(Duration limit, TimeSource time, Uni<T> source) {
        Uni<T> end = Uni.createFrom().emitter(emitter -> {
            TimeSource.Cancellable timer = time.after(
                    limit, () -> emitter.fail(new TimeoutException("no answer within " + limit.toMillis() + " ms")));
            emitter.onTermination(timer::cancel);
        });
        return Uni.combine().any().of(source, end);
    }
}
