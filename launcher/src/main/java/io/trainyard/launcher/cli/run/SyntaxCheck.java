package io.trainyard.launcher.cli.run;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.cli.kubelet.ProgramSettings;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.program.StartedJob;
import io.trainyard.launcher.program.TrainingProgram;
import io.trainyard.spi.model.TrainJob;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Refuses, before anything starts, a script that Python cannot read. */
public final class SyntaxCheck {
    /** As long as a person does not mind; what is not known by then the program tells itself. */
    private static final int LIMIT_SECONDS = 2;

    /** Another Python may read other programs. */
    private static final Set<String> STARTERS = Set.of("python", "python3", "torchrun");

    private static final String COMPILE =
            """
            import sys
            try:
                compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')
            except SyntaxError as wrong:
                print('%s, line %s: %s: %s' % (sys.argv[1], wrong.lineno, type(wrong).__name__, wrong.msg))
            """;

    private SyntaxCheck() {}

    /**
     * Looks at the scripts of a run.
     *
     * @throws CommandException when one has a syntax error; the message says where
     */
    public static void require(LocalRun.Request request, Environment environment) {
        ProgramSettings programs = request.machine().programs();
        if (programs.executor() != ProgramSettings.Executor.process) {
            return;
        }
        PythonTools tools = new PythonTools(environment, programs.python());
        Optional<Path> python = tools.python().or(() -> tools.program("python3"));
        WorkFolder work = request.machine().work();
        for (TrainJob job : request.trainJobs()) {
            Path folder = work.starts().getOrDefault(WorkFolder.key(job), work.folder());
            script(job)
                    .filter(each -> Files.isRegularFile(folder.resolve(each)))
                    .flatMap(script -> python.flatMap(each -> error(each, script, folder)))
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

    @Blocking("the thread of the command has nothing else to do")
    private static Optional<String> error(Path python, String script, Path folder) {
        ProcessBuilder builder = new ProcessBuilder(python.toString(), "-I", "-S", "-c", COMPILE, script)
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = builder.start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.empty();
            }
            return Optional.of(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
                    .filter(text -> !text.isEmpty());
        } catch (IOException noPython) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
