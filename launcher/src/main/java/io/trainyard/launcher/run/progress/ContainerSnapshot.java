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
        Map<String, Object> state = Tree.child(status, "state");
        long restarts = Tree.integer(0, status, "restartCount");
        if (Tree.at(state, "terminated") != null) {
            return ended(name, initial, State.ENDED, Tree.child(state, "terminated"), restarts);
        }
        if (Tree.at(state, "running") != null) {
            return new ContainerSnapshot(
                    name,
                    initial,
                    State.RUNNING,
                    "",
                    "",
                    Optional.empty(),
                    restarts,
                    Tree.text(state, "running", "startedAt"));
        }
        Map<String, Object> waiting = Tree.child(state, "waiting");
        Map<String, Object> last = Tree.child(status, "lastState", "terminated");
        if (!last.isEmpty()) {
            return ended(name, initial, State.WAITING, last, restarts);
        }
        return new ContainerSnapshot(
                name,
                initial,
                State.WAITING,
                Tree.text(waiting, "reason"),
                Tree.text(waiting, "message"),
                Optional.empty(),
                restarts,
                "");
    }

    private static ContainerSnapshot ended(
            String name, boolean initial, State state, Map<String, Object> end, long restarts) {
        return new ContainerSnapshot(
                name,
                initial,
                state,
                Tree.text(end, "reason"),
                Tree.text(end, "message"),
                Optional.of((int) Tree.integer(0, end, "exitCode")),
                restarts,
                Tree.text(end, "startedAt"));
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
