package io.trainyard.local.kubelet.lifecycle;

import io.trainyard.local.kubelet.lifecycle.ContainerState.Running;
import io.trainyard.local.kubelet.lifecycle.ContainerState.Terminated;
import io.trainyard.local.kubelet.lifecycle.ContainerState.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One container so far. Immutable.
 *
 * @param last how it ended the time before
 * @param restarts how often it was started again
 * @param started whether it runs and its startup probe, if any, has passed
 * @param ready whether it runs and its readiness probe, if any, passes
 * @param failures in a row, for the wait before the next start
 * @param dueAt when it may start; empty when it must not
 * @param busy whether it is being started or stopped at this moment
 */
public record ContainerStatus(
        ContainerState state,
        Optional<Terminated> last,
        int restarts,
        boolean started,
        boolean ready,
        int failures,
        Optional<Instant> dueAt,
        boolean busy) {
    /** The reason in the state of a container whose program could not be started. */
    public static final String START_ERROR = "StartError";

    /** The reason in the state of a container that cannot be made, whatever comes. */
    public static final String CREATE_ERROR = "CreateContainerError";

    /** The reason in the state of a container that lacks something, or is not as it should be. */
    public static final String CONFIGURATION_ERROR = "CreateContainerConfigError";

    /** Exit code of a container whose program was not started. */
    public static final int NOT_STARTED = 128;

    /** The reason in the state of a container that has fetched nothing and would not do better the next time. */
    public static final String INITIALIZER_ERROR = "InitializerError";

    /** Of a pod that has init containers, or not. */
    public static ContainerStatus fresh(Instant now, String reason) {
        return new ContainerStatus(
                new Waiting(reason, ""), Optional.empty(), 0, false, false, 0, Optional.of(now), false);
    }

    public boolean isRunning() {
        return state instanceof Running;
    }

    public boolean isTerminated() {
        return state instanceof Terminated;
    }

    public boolean isDue(Instant now) {
        return !busy && !isRunning() && dueAt.isPresent() && !dueAt.get().isAfter(now);
    }

    /** Whether it was neither started nor kept from it yet. */
    boolean isFresh() {
        return last.isEmpty()
                && state instanceof Waiting waiting
                && waiting.message().isEmpty();
    }

    /** Whether it ever ran or tried to. */
    public boolean hasRun() {
        return last.isPresent() || !(state instanceof Waiting);
    }

    public ContainerStatus occupied() {
        return new ContainerStatus(state, last, restarts, started, ready, failures, dueAt, true);
    }

    /** It runs. */
    public ContainerStatus running(Instant now, String id, boolean startedAtOnce, boolean readyAtOnce) {
        int again = last.isPresent() ? restarts + 1 : restarts;
        return new ContainerStatus(
                new Running(now, id), last, again, startedAtOnce, readyAtOnce, failures, Optional.empty(), false);
    }

    public ContainerStatus probed(boolean nowStarted, boolean nowReady) {
        return new ContainerStatus(state, last, restarts, nowStarted, nowReady, failures, dueAt, busy);
    }

    /** It could not be set up; it is tried again. */
    public ContainerStatus unprepared(String reason, String message, Instant again) {
        return new ContainerStatus(
                new Waiting(reason, message), last, restarts, false, false, failures, Optional.of(again), false);
    }

    /** It ended and is not started again. */
    public ContainerStatus ended(Terminated how) {
        return new ContainerStatus(how, last, attempts(), false, false, failures, Optional.empty(), false);
    }

    /** It had ended already when the kubelet began. */
    ContainerStatus endedBefore(Terminated how) {
        return new ContainerStatus(how, last, restarts, false, false, failures, Optional.empty(), false);
    }

    /** It had been started again so often already when the kubelet began. */
    ContainerStatus countedBefore(int times) {
        return new ContainerStatus(state, last, times, started, ready, failures, dueAt, busy);
    }

    /** It ended and is to be started again, after a while. */
    public ContainerStatus crashed(Terminated how, Backoff backoff) {
        boolean quiet = Duration.between(how.startedAt(), how.finishedAt()).compareTo(backoff.quiet()) >= 0;
        int inARow = quiet ? 1 : failures + 1;
        Instant again = how.finishedAt().plus(backoff.after(inARow));
        String message = "back-off " + backoff.after(inARow).toSeconds() + "s restarting failed container";
        return new ContainerStatus(
                new Waiting("CrashLoopBackOff", message),
                Optional.of(how),
                attempts(),
                false,
                false,
                inARow,
                Optional.of(again),
                false);
    }

    /** How often it was started before the next start. */
    public int runs() {
        return last.isEmpty() ? 0 : restarts + 1;
    }

    // A start that fails counts as one, though the container never ran.
    private int attempts() {
        return isRunning() || last.isEmpty() ? restarts : restarts + 1;
    }
}
