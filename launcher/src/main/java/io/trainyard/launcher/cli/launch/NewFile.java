package io.trainyard.launcher.cli.launch;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes a file that the user asked for, and never over another one unless he says so. */
final class NewFile {
    private NewFile() {}

    /**
     * Writes it.
     *
     * @param force whether a file that exists is replaced
     * @throws CommandException when there is one and it is not to be replaced
     */
    static void write(Path file, String text, boolean force) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            if (force) {
                Files.write(file, bytes);
            } else {
                Files.write(file, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            }
        } catch (FileAlreadyExistsException there) {
            throw new CommandException(
                    ExitCodes.WRONG_INPUT, file + " exists and is left alone; --force replaces it", there);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write " + file, failure);
        }
    }
}
