package io.trainyard.launcher.run.folder;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A log that somebody else writes: gives what has come since the last look. Begins anew when the file does. Not for several threads. */
public final class FollowedFile {
    private static final int MAX_READ_BYTES = 1 << 20;
    private static final int MAX_LINE_LENGTH = 64 << 10;

    private final Path file;
    private long position;
    private byte[] rest = new byte[0];
    private Object identity = "";

    public FollowedFile(Path file) {
        this.file = file;
    }

    /**
     * The lines that have come, without a last one that is not complete yet. A carriage return, with which progress bars are drawn, ends a line,
     * too. Blocks for the time of a read.
     */
    public List<String> more() throws IOException {
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        Object key = Files.readAttributes(file, java.nio.file.attribute.BasicFileAttributes.class)
                .fileKey();
        long length = Files.size(file);
        if (length < position || (key != null && !identity.equals("") && !key.equals(identity))) {
            position = 0;
            rest = new byte[0];
        }
        identity = key == null ? "" : key;
        if (length == position) {
            return List.of();
        }
        byte[] bytes = new byte[(int) Math.min(MAX_READ_BYTES, length - position)];
        try (RandomAccessFile reader = new RandomAccessFile(file.toFile(), "r")) {
            reader.seek(position);
            reader.readFully(bytes);
        }
        position += bytes.length;
        return split(bytes);
    }

    /** What is left of a last line without an end. */
    public List<String> remainder() {
        if (rest.length == 0) {
            return List.of();
        }
        String line = new String(rest, StandardCharsets.UTF_8);
        rest = new byte[0];
        return List.of(line);
    }

    private List<String> split(byte[] bytes) {
        byte[] all = new byte[rest.length + bytes.length];
        System.arraycopy(rest, 0, all, 0, rest.length);
        System.arraycopy(bytes, 0, all, rest.length, bytes.length);
        List<String> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < all.length; i++) {
            if (all[i] == '\n' || all[i] == '\r' || i - start >= MAX_LINE_LENGTH) {
                if (i > start || (all[i] == '\n' && (i == 0 || all[i - 1] != '\r'))) {
                    lines.add(new String(all, start, i - start, StandardCharsets.UTF_8));
                }
                start = all[i] == '\n' || all[i] == '\r' ? i + 1 : i;
            }
        }
        rest = java.util.Arrays.copyOfRange(all, start, all.length);
        return lines;
    }
}
