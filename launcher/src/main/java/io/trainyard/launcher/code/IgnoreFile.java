package io.trainyard.launcher.code;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file such as {@code .gitignore}. Blocks. */
public final class IgnoreFile {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private IgnoreFile() {}

    /** Its lines. Any bytes will do: names that are no text match nothing. */
    public static List<String> lines(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        return (text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text)
                .lines()
                .toList();
    }
}
