package io.trainyard.core.reconcile;

import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.queue.Backoff;
import io.trainyard.core.status.EventDraft;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of building and applying the objects of a TrainJob.
 *
 * @param compiled what should exist; empty when it was not compiled
 * @param failure why it could not be built or applied; null when it was
 * @param requeueAfter when to look again although nothing failed
 * @param events what to tell the user
 */
record BuildResult(
        Optional<CompiledJob> compiled,
        @Nullable Throwable failure,
        Optional<Duration> requeueAfter,
        List<EventDraft> events) {
    /** As long as after a first failure, so that no race can become a busy loop. */
    private static final Duration SOON = Backoff.DEFAULT.base();

    BuildResult {
        events = List.copyOf(events);
    }

    /** There was nothing to build. */
    static BuildResult skipped() {
        return new BuildResult(Optional.empty(), null, Optional.empty(), List.of());
    }

    /** What it was built from is not what counts any more: nothing failed, and the next reconcile sees what does. */
    static BuildResult requeue() {
        return new BuildResult(Optional.empty(), null, Optional.of(SOON), List.of());
    }

    static BuildResult failed(Throwable failure) {
        return new BuildResult(Optional.empty(), failure, Optional.empty(), List.of());
    }
}
