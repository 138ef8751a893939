package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.run.folder.FollowedFile;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows what a run in the background says, from its beginning to its end. */
@Command(
        name = "attach",
        header = "Follow a run in the background to its end, and end as it does.",
        description = {"", "Ctrl-C leaves the run alone; 'trainyard stop' ends it."},
        footer = {"  trainyard run job.yaml -d", "  trainyard attach"})
public final class AttachCommand implements Callable<Integer> {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    private final Environment environment;

    @Mixin
    private StateOption state = new StateOption();

    @Parameters(index = "0", arity = "0..1", paramLabel = "RUN", description = "The run; without it, the newest.")
    private String run = "latest";

    public AttachCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        RunFolder folder = state.find(run);
        if (!Files.isRegularFile(folder.output())) {
            throw new CommandException(
                    ExitCodes.WRONG_INPUT,
                    folder.id()
                            + " was not started with -d, so its output is in the terminal that it was started in; see"
                            + " 'trainyard logs -f' and 'trainyard status'");
        }
        FollowedFile output = new FollowedFile(folder.output());
        Optional<RunStatus> status;
        do {
            status = folder.read();
            print(output);
        } while (isRunning(status) && Pause.of(POLL_INTERVAL));
        print(output);
        return status.flatMap(RunStatus::exitCode).orElse(ExitCodes.FAILED);
    }

    private static boolean isRunning(Optional<RunStatus> status) {
        return status.filter(read -> read.process().isAlive()).isPresent();
    }

    private void print(FollowedFile output) {
        try {
            output.more().forEach(environment.out()::println);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read the output of the run", unreadable);
        }
        environment.out().flush();
    }
}
