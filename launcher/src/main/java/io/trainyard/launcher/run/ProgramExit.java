package io.trainyard.launcher.run;

import io.trainyard.core.view.FailedContainer;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.folder.KeptCause;
import io.trainyard.launcher.run.progress.ContainerSnapshot;
import io.trainyard.launcher.run.progress.RunState;
import java.util.Map;
import java.util.Optional;

/** With which code a command ends whose program has failed. Pure. */
final class ProgramExit {
    /** How it is told that a program could not be executed. */
    private static final String NOT_EXECUTED = "exec: ";

    private ProgramExit() {}

    /**
     * That of the program, of a group that of the process that failed first; another one where it did not even begin.
     *
     * @param group whether it was started as several processes by us
     * @param causes why TrainJobs have not ended well, by their keys
     */
    static int code(boolean group, RunState state, Map<String, KeptCause> causes) {
        Optional<ContainerSnapshot> ended = state.firstFailure().map(RunState.FirstFailure::container);
        if (ended.filter(RunState::isHopeless).isPresent()) {
            String message = ended.get().message();
            return !message.startsWith(NOT_EXECUTED)
                    ? ExitCodes.NOT_OF_PROGRAM
                    : message.contains("may be run") || message.contains("Permission denied")
                            ? ExitCodes.NOT_EXECUTABLE
                            : ExitCodes.NO_SUCH_PROGRAM;
        }
        Optional<Integer> first = causes.values().stream()
                .findFirst()
                .flatMap(kept -> kept.cause().failure())
                .map(FailedContainer::exitCode)
                .filter(code -> group && code > 0);
        return first.or(() -> ended.flatMap(ContainerSnapshot::exitCode))
                .filter(code -> code != 0)
                .orElse(ExitCodes.NOT_OF_PROGRAM);
    }
}
