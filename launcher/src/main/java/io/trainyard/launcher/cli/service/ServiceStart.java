package io.trainyard.launcher.cli.service;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.OwnCommand;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.local.files.PrivateFiles;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Starts this command once more, in the foreground of its own session, and waits until it answers. Blocks. */
final class ServiceStart {
    /** Tells the process that nobody reads what it prints. */
    static final String BACKGROUND = "TRAINYARD_IN_BACKGROUND";

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
    private static final int MAX_LINES = 20;
    private static final long LEAST_SPACE = 1 << 16;

    private final ServiceFolder folder;

    ServiceStart(ServiceFolder folder) {
        this.folder = folder;
    }

    /**
     * Returns when the service is up.
     *
     * @throws CommandException with what the service said when it ended instead
     */
    void start() {
        Path output = folder.asRun().output();
        try {
            PrivateFiles.write(output, new byte[0]);
            List<String> command = new ArrayList<>(OwnCommand.inNewSession());
            command.add("--foreground");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put(BACKGROUND, "1");
            await(builder.start(), output);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot start in the background", failure);
        }
    }

    private void await(Process process, Path output) {
        do {
            if (folder.running()
                    .filter(status -> status.process().pid() == process.pid())
                    .isPresent()) {
                return;
            }
        } while (process.isAlive() && Pause.of(POLL_INTERVAL));
        if (process.isAlive()) {
            process.destroy();
            throw new CommandException(ExitCodes.STOPPED, "interrupted");
        }
        if (folder.running().isPresent()) {
            // Somebody else was faster.
            return;
        }
        List<String> said = TextFiles.lastLines(output, MAX_LINES);
        throw new CommandException(
                process.exitValue() == 0 ? ExitCodes.FAILED : process.exitValue(),
                said.isEmpty()
                        ? List.of("the service ended at its start; "
                                + (folder.root().toFile().getUsableSpace() < LEAST_SPACE
                                        ? "the disk of " + folder.root() + " is full"
                                        : "see " + folder.asRun().log()))
                        : said);
    }
}
