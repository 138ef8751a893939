package io.trainyard.local.kubelet.lifecycle;

import java.time.Instant;

/** The state of a container, as its status says it: waiting, running or terminated. */
public sealed interface ContainerState {
    /** Not running, but it may still. */
    record Waiting(String reason, String message) implements ContainerState {}

    record Running(Instant startedAt, String id) implements ContainerState {}

    /**
     * Ended for good.
     *
     * @param signal that ended it; 0 when none did
     * @param message what it left to say; may be empty
     * @param id empty when it never started
     */
    record Terminated(
            int exitCode, int signal, String reason, String message, Instant startedAt, Instant finishedAt, String id)
            implements ContainerState {
        public boolean isSuccess() {
            return exitCode == 0;
        }
    }
}
