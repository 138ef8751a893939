package io.trainyard.core.view;

import java.time.Instant;
import java.util.Optional;

/**
 * A container of a pod.
 *
 * @param initial whether it is an init container
 * @param image as the pod names it; may be empty
 * @param state where it is
 * @param reason why it waits, or how it ended; may be empty
 * @param message likewise
 * @param exitCode of its last end; empty when it has never ended
 * @param restarts how often it was started again
 * @param started when it was last started; empty when it was not
 * @param ended when it last ended; empty when it never did
 */
public record ContainerView(
        String name,
        boolean initial,
        String image,
        State state,
        String reason,
        String message,
        Optional<Integer> exitCode,
        int restarts,
        Optional<Instant> started,
        Optional<Instant> ended) {
    /** What a container does. */
    public enum State {
        WAITING("Waiting"),
        RUNNING("Running"),
        ENDED("Ended");

        private final String text;

        State(String text) {
            this.text = text;
        }

        /** As users read it. */
        public String text() {
            return text;
        }
    }

    /** True when its last end was a bad one. */
    public boolean hasFailed() {
        return exitCode.filter(code -> code != 0).isPresent();
    }
}
