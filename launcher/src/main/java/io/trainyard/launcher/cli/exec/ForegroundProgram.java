package io.trainyard.launcher.cli.exec;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.StopSignals;
import java.io.IOException;

/** Gives the terminal to a program until it ends. */
@Blocking("the thread of the command has nothing else to do")
final class ForegroundProgram {
    private ForegroundProgram() {}

    /**
     * Runs it; it reads and writes what this process does.
     *
     * @return its exit code
     */
    @SuppressWarnings("try") // Signals are handled for as long as the block runs; nothing calls them.
    static int run(ProcessBuilder program, Environment environment) {
        environment.out().flush();
        // A Ctrl-C is for the program, which gets it from the terminal, too: a shell lives on.
        try (StopSignals signals = new StopSignals(() -> {}, () -> {})) {
            Process process = program.inheritIO().start();
            return process.waitFor();
        } catch (IOException failure) {
            throw new CommandException(ExitCodes.WRONG_INPUT, String.valueOf(failure.getMessage()), failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return ExitCodes.STOPPED;
        }
    }
}
