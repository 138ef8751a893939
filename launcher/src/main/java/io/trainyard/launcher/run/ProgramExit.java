package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.progress.ContainerSnapshot;
import io.trainyard.launcher.run.progress.RunState;
import java.util.Optional;

/** With which code a command ends whose program has failed. Pure. */
final class ProgramExit {
    /** How it is told that a program could not be executed. */
    private static final String NOT_EXECUTED = "exec: ";

    private ProgramExit() {}

    /**
     * That of the program, of a group that of the process that failed first; another one where it did not even begin.
     *
     * @param ended the container that failed first; empty when none did
     * @param rank the code of the process of a group that failed first; empty where that is not known, or there is no group
     */
    static int code(Optional<ContainerSnapshot> ended, Optional<Integer> rank) {
        if (ended.filter(RunState::isHopeless).isPresent()) {
            String message = ended.get().message();
            return !message.startsWith(NOT_EXECUTED)
                    ? ExitCodes.NOT_OF_PROGRAM
                    : message.contains("may be run") || message.contains("Permission denied")
                            ? ExitCodes.NOT_EXECUTABLE
                            : ExitCodes.NO_SUCH_PROGRAM;
        }
        return rank.filter(code -> code > 0)
                .or(() -> ended.flatMap(ContainerSnapshot::exitCode))
                .filter(code -> code != 0)
                .orElse(ExitCodes.NOT_OF_PROGRAM);
    }
}
