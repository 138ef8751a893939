package io.trainyard.core.status;

import java.util.Objects;
import java.util.Optional;

/**
 * What a status tells of building and applying the objects of a TrainJob.
 *
 * @param keepsLast whether it tells what it told before
 * @param problem what is wrong; empty when nothing is, or nothing is to be told
 */
public record BuildReport(boolean keepsLast, Optional<Problem> problem) {
    /** Everything is as it should be, or nobody wants to know. */
    public static final BuildReport FINE = new BuildReport(false, Optional.empty());

    /** Nothing new is known: something failed that passes by itself. */
    public static final BuildReport UNCHANGED = new BuildReport(true, Optional.empty());

    /**
     * What is wrong.
     *
     * @param message for people
     */
    public record Problem(Reason reason, String message) {
        public Problem {
            Objects.requireNonNull(message, "message");
        }
    }

    /** Where it went wrong. */
    public enum Reason {
        /** The runtime that the TrainJob names is not there. */
        RUNTIME_NOT_FOUND("RuntimeNotFound"),
        /** TrainJob and runtime make no objects, or a plugin fails. */
        BUILD_FAILED("BuildFailed"),
        /** The API server does not take the objects, or one of the same name belongs to somebody else. */
        APPLY_FAILED("ApplyFailed");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** Something failed, and goes on to until something else changes. */
    public static BuildReport failed(Reason reason, String message) {
        return new BuildReport(false, Optional.of(new Problem(reason, message)));
    }
}
