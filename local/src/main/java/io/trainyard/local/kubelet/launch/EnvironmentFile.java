package io.trainyard.local.kubelet.launch;

import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** A file with the variables of a container, for the user to read; only values that the pod says itself are shown. */
public final class EnvironmentFile {
    private EnvironmentFile() {}

    /** Writes the file; blocks. */
    public static void write(Path file, LaunchBuilder.Result result) throws IOException {
        StringBuilder lines = new StringBuilder();
        result.launch().environment().forEach((name, value) -> {
            lines.append(name);
            if (result.environment().variables().containsKey(name)) {
                boolean secret = result.environment().secretNames().contains(name);
                lines.append('=').append(secret ? "***" : value.replace("\n", "\\n"));
            }
            lines.append('\n');
        });
        PrivateFiles.createFoldersAbove(file);
        PrivateFiles.write(file, lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** The value of a variable, as such a file shows it; empty when it has none of that name. Blocks. */
    public static Optional<String> value(Path file, String name) throws IOException {
        // What programs get need not be text.
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith(name + "="))
                    .map(line -> line.substring(name.length() + 1))
                    .findFirst();
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
    }
}
