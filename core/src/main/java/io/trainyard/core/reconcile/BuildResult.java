package io.trainyard.core.reconcile;

import io.trainyard.core.compile.CompiledJob;
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
 * @param events what to tell the user; of many only the first are kept
 */
record BuildResult(
        Optional<CompiledJob> compiled,
        @Nullable Throwable failure,
        Optional<Duration> requeueAfter,
        List<EventDraft> events) {
    BuildResult {
        events = EventDraft.few(events);
    }

    /** The same, looked at again after that time at the latest. */
    BuildResult orAfter(Duration wait) {
        Duration earliest =
                requeueAfter.filter(other -> other.compareTo(wait) < 0).orElse(wait);
        return new BuildResult(compiled, failure, Optional.of(earliest), events);
    }

    /** There was nothing to build. */
    static BuildResult skipped() {
        return new BuildResult(Optional.empty(), null, Optional.empty(), List.of());
    }

    static BuildResult failed(Throwable failure) {
        return new BuildResult(Optional.empty(), failure, Optional.empty(), List.of());
    }
}
