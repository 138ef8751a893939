package io.trainyard.launcher.cli.input;

import io.trainyard.launcher.program.Code;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the code of a program, to see what it imports. What cannot be read tells nothing.
 *
 * @param folder that the program starts in
 * @param variables of the user's shell
 */
public record ProgramFiles(Path folder, Map<String, String> variables) implements Code {
    /** Imports stand at the beginning; what is longer is data. */
    private static final int MAX_BYTES = 16 * 1024 * 1024;

    public ProgramFiles {
        variables = Map.copyOf(variables);
    }

    /** Those of the shell that Trainyard was started from. */
    public ProgramFiles(Path folder) {
        this(folder, System.getenv());
    }

    @Override
    public Optional<String> read(String path) {
        return Stream.concat(Stream.of(folder.toString()), listed("PYTHONPATH"))
                .flatMap(each -> resolved(each, path).stream())
                .filter(Files::isRegularFile)
                .findFirst()
                .flatMap(ProgramFiles::text);
    }

    private static Optional<String> text(Path file) {
        try (InputStream stream = Files.newInputStream(file)) {
            byte[] beginning = stream.readNBytes(4);
            if (beginning.length > 0 && beginning[0] == 0x7f) {
                // The machine's own language.
                return Optional.empty();
            }
            // Of any encoding only what is ASCII counts, and that is the same in this one.
            return Optional.of(new String(beginning, StandardCharsets.ISO_8859_1)
                    + new String(stream.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<String> onPath(String name) {
        return name.contains("/")
                ? Optional.empty()
                : listed("PATH")
                        .flatMap(each -> resolved(each, name).stream())
                        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                        .map(Path::toString)
                        .findFirst();
    }

    @Override
    public boolean isExecutable(String path) {
        return resolved("", path)
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .isPresent();
    }

    @Override
    public List<String> packages(String interpreter) {
        return resolved(interpreter, "../../lib").stream()
                .flatMap(lib -> Optional.ofNullable(lib.normalize().toFile().listFiles()).stream())
                .flatMap(Arrays::stream)
                .filter(each -> each.getName().startsWith("python3"))
                .map(each -> each + "/site-packages/")
                .toList();
    }

    private Stream<String> listed(String variable) {
        return Stream.of(variables.getOrDefault(variable, "").split(File.pathSeparator))
                .filter(each -> !each.isEmpty());
    }

    private Optional<Path> resolved(String start, String path) {
        try {
            return Optional.of(folder.resolve(start).resolve(path));
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }
}
