package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.OwnCommand;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.local.files.PrivateFiles;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Starts this command once more, without the switch that brought us here, so that it goes on when the terminal is closed. */
final class BackgroundRun {
    private static final Set<String> SWITCHES = Set.of("-d", "--detach");
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private final Environment environment;
    private final StateFolder state;

    BackgroundRun(Environment environment, StateFolder state) {
        this.environment = environment;
        this.state = state;
    }

    /** Returns when the run has a name, or has ended; with its exit code then. Blocks. */
    int start() {
        try {
            PrivateFiles.createFolders(state.root());
            Path output = Files.createTempFile(state.root(), "output", ".log");
            ProcessBuilder builder = new ProcessBuilder(command())
                    .redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            return await(builder.start(), output);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot start in the background", failure);
        }
    }

    private static List<String> command() throws IOException {
        List<String> own = OwnCommand.inNewSession();
        int end = own.contains("--") ? own.indexOf("--") : own.size();
        List<String> command = new ArrayList<>();
        own.subList(0, end).stream().filter(word -> !SWITCHES.contains(word)).forEach(command::add);
        command.addAll(own.subList(end, own.size()));
        return command;
    }

    private int await(Process process, Path output) throws IOException {
        do {
            Optional<RunFolder> run = runOf(process.pid());
            if (run.isPresent()) {
                Files.move(output, run.get().output());
                String id = run.get().id();
                environment.out().println("started " + id);
                environment
                        .out()
                        .println("trainyard attach shows what it says, trainyard status how it is, trainyard stop " + id
                                + " ends it");
                return ExitCodes.DONE;
            }
        } while (process.isAlive() && Pause.of(POLL_INTERVAL));
        TextFiles.lastLines(output, Integer.MAX_VALUE).forEach(environment.err()::println);
        Files.delete(output);
        return process.exitValue();
    }

    private Optional<RunFolder> runOf(long pid) {
        return state.list().stream()
                .filter(run -> run.read()
                        .filter(status -> status.process().pid() == pid
                                && status.process().isAlive())
                        .isPresent())
                .findFirst();
    }
}
