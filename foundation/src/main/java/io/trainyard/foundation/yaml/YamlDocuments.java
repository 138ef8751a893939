package io.trainyard.foundation.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads files with any number of YAML or JSON documents. Never throws for what a user wrote: whatever is wrong comes back as problems with
 * line and column, next to the documents that could be read.
 */
public final class YamlDocuments {
    private YamlDocuments() {}

    /** Reads a file. Blocks. The source of all locations is the path as given. */
    public static Documents readFile(Path file) {
        String source = file.toString();
        try {
            if (Files.isDirectory(file)) {
                return Documents.unreadable(Problem.of(source, "is a directory, not a file"));
            }
            try (InputStream stream = Files.newInputStream(file)) {
                return readStream(source, stream);
            }
        } catch (NoSuchFileException missing) {
            return Documents.unreadable(Problem.of(source, "no such file"));
        } catch (IOException unreadable) {
            return Documents.unreadable(Problem.of(source, "cannot be read: " + unreadable.getMessage()));
        }
    }

    /** Reads a stream to its end, without closing it. Blocks. */
    public static Documents readStream(String source, InputStream stream) {
        try {
            // Not by the size that the file claims to have: it may be a pipe, or grow.
            byte[] bytes = stream.readNBytes(YamlLimits.MAX_CHARACTERS + 1);
            return bytes.length > YamlLimits.MAX_CHARACTERS
                    ? Documents.unreadable(Problem.of(source, YamlLimits.TOO_LONG))
                    : decode(source, bytes);
        } catch (IOException unreadable) {
            return Documents.unreadable(Problem.of(source, "cannot be read: " + unreadable.getMessage()));
        }
    }

    private static Documents decode(String source, byte[] bytes) {
        try {
            return read(
                    source,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        } catch (CharacterCodingException invalid) {
            return Documents.unreadable(Problem.of(source, "is not UTF-8 text"));
        }
    }

    /** Reads a text. */
    public static Documents read(String source, String text) {
        String content = text.startsWith("\uFEFF") ? text.substring(1) : text;
        if (!looksLikeJson(content)) {
            return YamlEvents.read(source, content);
        }
        Documents json = JsonTokens.read(source, content);
        if (json.problems().isEmpty()) {
            return json;
        }
        // A mapping in braces may also be YAML. If it is neither, believe the reader that got further.
        Documents yaml = YamlEvents.read(source, content);
        return yaml.problems().isEmpty() || line(yaml) > line(json) || isTemplate(yaml) ? yaml : json;
    }

    private static boolean looksLikeJson(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
                return c == '{' || c == '[';
            }
        }
        return false;
    }

    private static boolean isTemplate(Documents documents) {
        return documents.problems().get(0).message().equals(ChartTemplate.ADVICE);
    }

    private static int line(Documents documents) {
        return documents.problems().get(0).location().line();
    }
}
