package io.trainyard.core.status;

import java.util.Objects;
import java.util.Optional;

/**
 * What a status tells of building and applying the objects of a TrainJob.
 *
 * @param keepsLast whether it tells what it told before
 * @param problem what a condition tells of what is wrong; empty when nothing is, or no condition is to tell it
 * @param stateWords what the state says behind the phase, which may be nothing; empty when it goes on saying what it says
 */
public record BuildReport(boolean keepsLast, Optional<Problem> problem, Optional<String> stateWords) {
    /** Everything is as it should be. */
    public static final BuildReport FINE = new BuildReport(false, Optional.empty(), Optional.empty());

    /** The same after a failure, whose words the state still says. */
    public static final BuildReport MENDED = FINE.in("");

    /** Nothing new is known: something failed that passes by itself. */
    public static final BuildReport UNCHANGED = new BuildReport(true, Optional.empty(), Optional.empty());

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
        return new BuildReport(false, Optional.of(new Problem(reason, message)), Optional.empty());
    }

    /** The same, and the state says these words. */
    public BuildReport in(String words) {
        return new BuildReport(keepsLast, problem, Optional.of(words));
    }

    /** The same, where conditions tell nothing of it. */
    public BuildReport withoutCondition() {
        return new BuildReport(false, Optional.empty(), stateWords);
    }
}
