package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.cli.process.ProcessEnd;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A run whose process lives on this machine.
 *
 * @param run its folder
 * @param process that runs it
 */
record RunningRun(RunFolder run, ProcessHandle process) {
    private static final Duration TERMINATE_AGAIN_AFTER = Duration.ofSeconds(1);

    /** The run in a folder; empty when it does not run any more. */
    static Optional<RunningRun> in(RunFolder run) {
        return run.read()
                .filter(status -> status.phase() == RunStatus.Phase.RUNNING)
                .flatMap(status -> status.process().find())
                .map(process -> new RunningRun(run, process));
    }

    /** Asks it to end, as Ctrl-C does. */
    void terminate() {
        try {
            PrivateFiles.replace(run.stopRequest(), new byte[0]);
        } catch (IOException unwritable) {
            // It ends all the same, and knows only that it was asked to.
        }
        process.destroy();
    }

    /** A second signal means "now"; it is another one, for two of one kind may arrive as one. */
    void interrupt() {
        try {
            new ProcessBuilder("kill", "-s", "INT", Long.toString(process.pid()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException noSuchProgram) {
            process.destroyForcibly();
        }
    }

    /** What a script runs in the background ignores Ctrl-C, so it is told "now" by a second TERM, after the first has arrived. */
    void terminateAgain() {
        if (!ProcessEnd.within(process, TERMINATE_AGAIN_AFTER)) {
            process.destroy();
        }
    }
}
