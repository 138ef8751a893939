package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.cli.input.ProgramFiles;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.program.StartedJob;
import io.trainyard.launcher.program.TrainingProgram;
import io.trainyard.local.kubelet.options.ProgramOptions;
import io.trainyard.spi.model.TrainJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Refuses, before anything starts, a script that Python cannot read. */
public final class SyntaxCheck {
    /** Another Python may read other programs. */
    private static final Set<String> STARTERS = Set.of("python", "python3", "torchrun");

    private SyntaxCheck() {}

    /**
     * Looks at the scripts of a run.
     *
     * @throws CommandException when one has a syntax error; the message says where
     */
    public static void require(LocalRun.Request request, Environment environment) {
        ProgramOptions programs = request.machine().programs();
        if (programs.executor().usesImages()) {
            return;
        }
        String python = programs.python().map(Path::toString).orElse("python3");
        WorkFolder work = request.machine().work();
        for (TrainJob job : request.trainJobs()) {
            Path folder = work.starts().getOrDefault(WorkFolder.key(job), work.folder());
            script(job)
                    .filter(each -> Files.isRegularFile(folder.resolve(each)))
                    .flatMap(script -> new ProgramFiles(folder, environment.variables())
                            .python(python, "SCRIPT", script)
                            .error())
                    .ifPresent(error -> {
                        throw new CommandException(
                                ExitCodes.FAILED, error + "; mend that line, then type the same again");
                    });
        }
    }

    private static Optional<String> script(TrainJob job) {
        List<String> command = StartedJob.isProgram(job) ? StartedJob.command(job) : List.of();
        return command.isEmpty() || !STARTERS.contains(command.get(0))
                ? Optional.empty()
                : TrainingProgram.script(command).filter(script -> script.endsWith(".py"));
    }
}
