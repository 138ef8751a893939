package io.trainyard.launcher.run.progress;

/** Where a TrainJob stands. */
public enum JobPhase {
    PENDING("Pending"),
    SUSPENDED("Suspended"),
    RUNNING("Running"),
    COMPLETE("Complete"),
    FAILED("Failed"),
    /** The run was stopped before the job had ended. */
    STOPPED("Stopped");

    private final String text;

    JobPhase(String text) {
        this.text = text;
    }

    /** As users read it. */
    public String text() {
        return text;
    }

    /** True when nothing more will happen. */
    public boolean isOver() {
        return this == COMPLETE || this == FAILED;
    }
}
