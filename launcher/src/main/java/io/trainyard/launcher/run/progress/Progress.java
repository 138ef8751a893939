package io.trainyard.launcher.run.progress;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From one state of a run to the next. */
public final class Progress {
    /** Only that a Job or a JobSet has failed, which the TrainJob and its pods tell better. */
    private static final Set<String> SAYING_NOTHING = Set.of("BackoffLimitExceeded", "FailedJobs");

    private Progress() {}

    /**
     * What a look at the run led to.
     *
     * @param state the state from now on
     * @param changes what a user may want to read, in order; empty when nothing of interest has changed
     */
    public record Step(RunState state, List<Change> changes) {
        public Step {
            changes = List.copyOf(changes);
        }
    }

    /** Takes in what was seen. */
    public static Step apply(RunState state, RunEvent event) {
        if (event instanceof RunEvent.JobObserved seen) {
            return job(state, seen);
        }
        if (event instanceof RunEvent.PodObserved seen) {
            return pod(state, seen);
        }
        if (event instanceof RunEvent.PodDeleted gone) {
            return gone(state, gone);
        }
        if (event instanceof RunEvent.WarningRecorded warning) {
            return warning(state, warning);
        }
        if (event instanceof RunEvent.JobDeleted) {
            return new Step(state, List.of());
        }
        if (event instanceof RunEvent.StopBegun) {
            return new Step(state.stop(), List.of());
        }
        return output(state, (RunEvent.OutputWritten) event);
    }

    private static Step job(RunState state, RunEvent.JobObserved event) {
        @Nullable JobSnapshot before = state.jobs().get(event.job().key());
        boolean ended = event.job().phase() == JobPhase.COMPLETE
                || (before != null && before.phase().isOver());
        if (state.stopping() && !ended) {
            return new Step(state.withJob(event.job().stopped()), List.of());
        }
        JobSnapshot job = event.job();
        List<Change> changes = new ArrayList<>();
        if (before == null || before.phase() != job.phase()) {
            changes.add(Change.ofJob(event.at(), job));
        }
        for (JobSnapshot.Counter counter : job.counters()) {
            if (before == null ? !counter.isZero() : !before.counters().contains(counter)) {
                changes.add(Change.ofCounter(event.at(), job, counter));
            }
        }
        return new Step(state.withJob(job), changes);
    }

    private static Step pod(RunState state, RunEvent.PodObserved event) {
        PodSnapshot snapshot = event.pod();
        @Nullable PodState before = state.pods().get(snapshot.uid());
        PodState after =
                (before == null ? PodState.first(snapshot) : before).seen(event.at(), snapshot, state.stopping());
        List<Change> changes = new ArrayList<>();
        if (before == null || !before.displayStatus().equals(after.displayStatus())) {
            changes.add(Change.ofPod(event.at(), Change.Type.POD, after));
        } else if (before.snapshot().restarts() < snapshot.restarts()) {
            changes.add(Change.ofPod(event.at(), Change.Type.RESTART, after));
        }
        RunState next = state.withPod(after);
        if (!state.stopping()
                && !snapshot.deleting()
                && !(before != null && before.snapshot().deleting())) {
            Optional<ContainerSnapshot> failed = snapshot.containers().stream()
                    .filter(container -> container.hasFailed() || (snapshot.isOver() && container.isStuck()))
                    .findFirst();
            if (failed.isPresent()) {
                next = next.withFailure(new RunState.FirstFailure(snapshot, failed.get()));
            }
        }
        return new Step(next, changes);
    }

    private static Step gone(RunState state, RunEvent.PodDeleted event) {
        @Nullable PodState before = state.pods().get(event.uid());
        if (before == null || before.gone()) {
            return new Step(state, List.of());
        }
        PodState after = before.removed(event.at());
        List<Change> changes = before.displayStatus().equals(after.displayStatus())
                ? List.of()
                : List.of(Change.ofPod(event.at(), Change.Type.POD, after));
        return new Step(state.withPod(after), changes);
    }

    /** A warning that is repeated is told once; once programs are being stopped, what they end with is no news. */
    private static Step warning(RunState state, RunEvent.WarningRecorded event) {
        // The end of the run says that a TrainJob has failed.
        boolean isEnd =
                event.subject().startsWith("TrainJob ") && event.reason().equals("Failed");
        if (state.stopping() || isEnd || SAYING_NOTHING.contains(event.reason())) {
            return new Step(state, List.of());
        }
        boolean known = state.warnings().stream()
                .anyMatch(each -> each.subject().equals(event.subject())
                        && each.reason().equals(event.reason())
                        && each.message().equals(event.message()));
        return known
                ? new Step(state, List.of())
                : new Step(state.withWarning(event), List.of(Change.ofWarning(event)));
    }

    private static Step output(RunState state, RunEvent.OutputWritten event) {
        @Nullable PodState before = state.pods().get(event.podUid());
        return before == null
                ? new Step(state, List.of())
                : new Step(state.withPod(before.wrote(event.at(), event.line(), event.percentage())), List.of());
    }

    /** How long ago {@code from} was; never negative. */
    public static java.time.Duration between(Instant from, Instant to) {
        java.time.Duration duration = java.time.Duration.between(from, to);
        return duration.isNegative() ? java.time.Duration.ZERO : duration;
    }
}
