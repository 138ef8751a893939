package io.trainyard.launcher.cli.input;

import io.trainyard.launcher.program.TrainingProgram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads the code of a program, to see what it imports. What cannot be read tells nothing.
 *
 * @param folder that the program starts in
 */
public record ProgramFiles(Path folder) implements TrainingProgram.Code {
    /** Imports stand at the beginning; what is longer is data. */
    private static final int MAX_BYTES = 16 * 1024 * 1024;

    @Override
    public Optional<String> read(String path) {
        try {
            Path file = folder.resolve(path);
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            try (InputStream stream = Files.newInputStream(file)) {
                // Of any encoding only what is ASCII counts, and that is the same in this one.
                return Optional.of(new String(stream.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1));
            }
        } catch (IOException | InvalidPathException unreadable) {
            return Optional.empty();
        }
    }
}
