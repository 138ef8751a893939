package io.trainyard.local.kubelet.container;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.kubelet.process.RunningContainer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tells when a container takes more memory than its limit: a process of this machine has no kernel that does it for us. On the event loop. */
final class MemoryWatch {
    /** What a look costs is milliseconds for each process. */
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final TimeSource time;
    private final RunningContainer container;
    private final long limit;
    private final Runnable exceeded;
    private TimeSource.@Nullable Cancellable next;
    private boolean over;

    /**
     * A watch; it begins with {@link #start}.
     *
     * @param limit in bytes
     * @param exceeded is run once, when there is more
     */
    MemoryWatch(TimeSource time, RunningContainer container, long limit, Runnable exceeded) {
        this.time = time;
        this.container = container;
        this.limit = limit;
        this.exceeded = exceeded;
    }

    void start() {
        if (!over) {
            next = time.after(INTERVAL, () -> container.memory().onComplete(used -> {
                if (used.succeeded() && used.result() > limit && !over) {
                    over = true;
                    exceeded.run();
                } else {
                    start();
                }
            }));
        }
    }

    void stop() {
        over = true;
        if (next != null) {
            next.cancel();
        }
    }
}
