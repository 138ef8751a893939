package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.folder.RunStatus;

/** How a run ends. */
enum RunOutcome {
    COMPLETE(ExitCodes.DONE, RunStatus.Phase.COMPLETE),
    FAILED(ExitCodes.FAILED, RunStatus.Phase.FAILED),
    TIMED_OUT(ExitCodes.TIMED_OUT, RunStatus.Phase.TIMED_OUT),
    STOPPED(ExitCodes.STOPPED, RunStatus.Phase.STOPPED),
    /** The terminal was closed. */
    HUNG_UP(ExitCodes.HUNG_UP, RunStatus.Phase.STOPPED),
    /** Nobody reads what it writes any more. */
    UNREAD(ExitCodes.UNREAD, RunStatus.Phase.STOPPED);

    private final int exitCode;
    private final RunStatus.Phase phase;

    RunOutcome(int exitCode, RunStatus.Phase phase) {
        this.exitCode = exitCode;
        this.phase = phase;
    }

    int exitCode() {
        return exitCode;
    }

    /** Whether it ended before its TrainJobs did. */
    boolean isEarly() {
        return this != COMPLETE && this != FAILED;
    }

    RunStatus.Phase phase() {
        return phase;
    }
}
