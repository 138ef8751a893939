package io.trainyard.local.kubelet.container;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.kubelet.process.RunningContainer;
import java.time.Duration;
import java.util.function.Consumer;

/** Kills a container; tries until it can, or it has ended by itself: otherwise its pod would never end. On the event loop. */
final class ForcedEnd {
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final TimeSource time;
    private final RunningContainer container;
    private final Consumer<Throwable> complaints;

    ForcedEnd(TimeSource time, RunningContainer container, Consumer<Throwable> complaints) {
        this.time = time;
        this.container = container;
        this.complaints = complaints;
    }

    void run() {
        if (!container.exit().isComplete()) {
            container.kill().onFailure(cause -> {
                complaints.accept(cause);
                time.after(RETRY, this::run);
            });
        }
    }
}
