package io.trainyard.launcher.run.progress;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** From one state of a run to the next (LOCAL-97). */
public final class Progress {
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
        if (event instanceof RunEvent.JobSeen seen) {
            return job(state, seen);
        }
        if (event instanceof RunEvent.PodSeen seen) {
            return pod(state, seen);
        }
        if (event instanceof RunEvent.PodGone gone) {
            return gone(state, gone);
        }
        if (event instanceof RunEvent.WarningSeen warning) {
            return warning(state, warning);
        }
        return output(state, (RunEvent.OutputSeen) event);
    }

    private static Step job(RunState state, RunEvent.JobSeen event) {
        JobSight job = event.job();
        @Nullable JobSight before = state.jobs().get(job.key());
        List<Change> changes = new ArrayList<>();
        if (before == null || before.phase() != job.phase()) {
            changes.add(Change.ofJob(event.at(), job));
        }
        for (JobSight.Counter counter : job.counters()) {
            if (before == null ? !counter.isZero() : !before.counters().contains(counter)) {
                changes.add(Change.ofCounter(event.at(), job, counter));
            }
        }
        return new Step(state.withJob(job), changes);
    }

    private static Step pod(RunState state, RunEvent.PodSeen event) {
        PodSight sight = event.pod();
        @Nullable PodState before = state.pods().get(sight.uid());
        PodState after = (before == null ? PodState.first(sight) : before).seen(event.at(), sight);
        List<Change> changes = new ArrayList<>();
        if (before == null || !before.word().equals(after.word())) {
            changes.add(Change.ofPod(event.at(), Change.Type.POD, sight, after.word()));
        } else if (before.sight().restarts() < sight.restarts()) {
            changes.add(Change.ofPod(event.at(), Change.Type.RESTART, sight, after.word()));
        }
        RunState next = state.withPod(after);
        if (next.culprit().isEmpty()
                && !sight.deleting()
                && !(before != null && before.sight().deleting())) {
            Optional<ContainerSight> failed = sight.containers().stream()
                    .filter(container -> container.hasFailed() || (sight.isOver() && container.isStuck()))
                    .findFirst();
            if (failed.isPresent()) {
                next = next.withCulprit(new RunState.Culprit(sight, failed.get()));
            }
        }
        return new Step(next, changes);
    }

    private static Step gone(RunState state, RunEvent.PodGone event) {
        @Nullable PodState before = state.pods().get(event.uid());
        if (before == null || before.gone()) {
            return new Step(state, List.of());
        }
        PodState after = before.removed(event.at());
        List<Change> changes = before.word().equals(after.word())
                ? List.of()
                : List.of(Change.ofPod(event.at(), Change.Type.POD, before.sight(), after.word()));
        return new Step(state.withPod(after), changes);
    }

    /** A warning that is repeated is told once. */
    private static Step warning(RunState state, RunEvent.WarningSeen event) {
        boolean known = state.warnings().stream()
                .anyMatch(each -> each.subject().equals(event.subject())
                        && each.reason().equals(event.reason())
                        && each.message().equals(event.message()));
        return known
                ? new Step(state, List.of())
                : new Step(state.withWarning(event), List.of(Change.ofWarning(event)));
    }

    private static Step output(RunState state, RunEvent.OutputSeen event) {
        @Nullable PodState before = state.pods().get(event.podUid());
        return before == null
                ? new Step(state, List.of())
                : new Step(state.withPod(before.wrote(event.line(), event.percentage())), List.of());
    }

    /** How long ago {@code from} was; never negative. */
    public static java.time.Duration between(Instant from, Instant to) {
        java.time.Duration duration = java.time.Duration.between(from, to);
        return duration.isNegative() ? java.time.Duration.ZERO : duration;
    }
}
