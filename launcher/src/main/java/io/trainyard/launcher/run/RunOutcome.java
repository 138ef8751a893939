package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import java.nio.file.Files;

/** How a run ends. */
enum RunOutcome {
    COMPLETE(ExitCodes.DONE, RunStatus.Phase.COMPLETE, ""),
    FAILED(ExitCodes.FAILED, RunStatus.Phase.FAILED, ""),
    TIMED_OUT(ExitCodes.TIMED_OUT, RunStatus.Phase.TIMED_OUT, "--timeout"),
    STOPPED(ExitCodes.STOPPED, RunStatus.Phase.STOPPED, "Ctrl-C"),
    /** Somebody asked its process to end: {@code trainyard stop} leaves a word of it, others do not. */
    TERMINATED(ExitCodes.STOPPED, RunStatus.Phase.STOPPED, "SIGTERM"),
    /** The terminal was closed. */
    HUNG_UP(ExitCodes.HUNG_UP, RunStatus.Phase.STOPPED, "the end of its terminal"),
    /** Nobody reads what it writes any more. */
    UNREAD(ExitCodes.UNREAD, RunStatus.Phase.STOPPED, "the end of what read its output");

    private final int exitCode;
    private final RunStatus.Phase phase;
    private final String by;

    RunOutcome(int exitCode, RunStatus.Phase phase, String by) {
        this.exitCode = exitCode;
        this.phase = phase;
        this.by = by;
    }

    /** Who or what stopped the run; empty when nobody did. */
    String by(RunFolder run) {
        return this == TERMINATED && Files.exists(run.stopRequest()) ? "trainyard stop" : by;
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
