package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.folder.RunStatus;

/** How a run ends. */
enum RunOutcome {
    COMPLETE(ExitCodes.DONE, RunStatus.Phase.COMPLETE),
    FAILED(ExitCodes.FAILED, RunStatus.Phase.FAILED),
    TIMED_OUT(ExitCodes.TIMED_OUT, RunStatus.Phase.TIMED_OUT),
    STOPPED(ExitCodes.STOPPED, RunStatus.Phase.STOPPED);

    private final int exitCode;
    private final RunStatus.Phase phase;

    RunOutcome(int exitCode, RunStatus.Phase phase) {
        this.exitCode = exitCode;
        this.phase = phase;
    }

    int exitCode() {
        return exitCode;
    }

    RunStatus.Phase phase() {
        return phase;
    }
}
