package io.trainyard.launcher.run.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** Reads the end of files that may be large. */
public final class TextFiles {
    private static final int MAX_BYTES = 1 << 20;

    private TextFiles() {}

    /** The last lines of a file, at most so many and not more than a megabyte; none when it does not exist. */
    public static List<String> lastLines(Path file, int maxLines) {
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        try (FileChannel reader = FileChannel.open(file, StandardOpenOption.READ)) {
            // It may be cut at this moment, because it has become too large.
            byte[] bytes = Channels.newInputStream(reader.position(Math.max(0, reader.size() - MAX_BYTES)))
                    .readNBytes(MAX_BYTES);
            String text = new String(bytes, StandardCharsets.UTF_8);
            List<String> lines = Stream.of(text.split("\n"))
                    .filter(ShownLine::stays)
                    .map(ShownLine::of)
                    .toList();
            if (text.isEmpty()) {
                return List.of();
            }
            return lines.subList(Math.max(0, lines.size() - maxLines), lines.size());
        } catch (NoSuchFileException gone) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
