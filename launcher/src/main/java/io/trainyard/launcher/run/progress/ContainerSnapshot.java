package io.trainyard.launcher.run.progress;

import io.trainyard.foundation.tree.Tree;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The observed state of a container.
 *
 * @param initial whether it is an init container
 * @param state where it is
 * @param reason why it waits, or how it ended; may be empty
 * @param message likewise
 * @param exitCode of its last end; empty when it has not ended yet
 * @param restarts how often it was started again
 * @param started when it was last started; empty when it was not
 */
public record ContainerSnapshot(
        String name,
        boolean initial,
        State state,
        String reason,
        String message,
        Optional<Integer> exitCode,
        long restarts,
        String started) {
    private static final Set<String> KEPT_FROM_STARTING = Set.of("CreateContainerError", "CreateContainerConfigError");

    /** What a container does. */
    public enum State {
        WAITING,
        RUNNING,
        ENDED
    }

    static ContainerSnapshot of(String name, boolean initial, Map<String, Object> status) {
        Map<String, Object> now = Tree.child(status, "state");
        Map<String, Object> last = Tree.child(status, "lastState", "terminated");
        State state = Tree.at(now, "terminated") != null
                ? State.ENDED
                : Tree.at(now, "running") != null ? State.RUNNING : State.WAITING;
        Map<String, Object> told =
                switch (state) {
                    case ENDED -> Tree.child(now, "terminated");
                    case RUNNING -> Tree.child(now, "running");
                    case WAITING -> last.isEmpty() ? Tree.child(now, "waiting") : last;
                };
        boolean ended = state == State.ENDED || (state == State.WAITING && !last.isEmpty());
        return new ContainerSnapshot(
                name,
                initial,
                state,
                Tree.text(told, "reason"),
                Tree.text(told, "message"),
                ended ? Optional.of((int) Tree.integer(0, told, "exitCode")) : Optional.empty(),
                Tree.integer(0, status, "restartCount"),
                Tree.text(told, "startedAt"));
    }

    /** True when its last end was a bad one. */
    public boolean hasFailed() {
        return exitCode.filter(code -> code != 0).isPresent();
    }

    /** True when its pod ended before it could run; the exit code then says nothing. */
    public boolean neverRan() {
        return KEPT_FROM_STARTING.contains(reason)
                || (reason.equals("ContainerStatusUnknown") && message.startsWith("The container did not run"));
    }

    /** True when something keeps it from starting that does not pass by itself. */
    public boolean isStuck() {
        return state == State.WAITING
                && !reason.isEmpty()
                && !reason.equals("ContainerCreating")
                && !reason.equals("PodInitializing");
    }

    int weight() {
        return hasFailed() ? 3 : isStuck() ? 2 : initial ? 0 : 1;
    }
}
