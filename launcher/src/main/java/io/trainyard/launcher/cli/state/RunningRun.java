package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.util.Optional;

/**
 * A run whose process lives on this machine.
 *
 * @param run its folder
 * @param process that runs it
 */
record RunningRun(RunFolder run, ProcessHandle process) {
    /** The run in a folder; empty when it does not run any more. */
    static Optional<RunningRun> in(RunFolder run) {
        return run.read()
                .filter(status -> status.phase() == RunStatus.Phase.RUNNING)
                .flatMap(status -> status.process().find())
                .map(process -> new RunningRun(run, process));
    }

    /** Asks it to end, as Ctrl-C does; the second time it ends at once. */
    void terminate() {
        try {
            PrivateFiles.replace(run.stopRequest(), new byte[0]);
        } catch (IOException unwritable) {
            // It ends all the same, and knows only that it was asked to.
        }
        process.destroy();
    }
}
