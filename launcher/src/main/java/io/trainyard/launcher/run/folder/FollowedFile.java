package io.trainyard.launcher.run.folder;

import io.trainyard.local.files.LastLines;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A log that somebody else writes: gives what has come since the last look. Begins anew when the file does. Not for several threads. */
public final class FollowedFile {
    private static final int MAX_READ_BYTES = 1 << 20;
    private static final int MAX_LINE_LENGTH = 64 << 10;

    private final Path file;
    private long position;
    private byte[] rest = new byte[0];
    private Object identity = "";
    private String told = "";
    private String drawn = "";

    public FollowedFile(Path file) {
        this(file, 0);
    }

    private FollowedFile(Path file, long position) {
        this.file = file;
        this.position = position;
    }

    /** Begins with the last lines that are there now. Blocks for the time of a look at them. */
    public static FollowedFile ofLast(Path file, long lines) throws IOException {
        try (FileChannel reader = FileChannel.open(file, StandardOpenOption.READ)) {
            return new FollowedFile(file, LastLines.beginning(reader, reader.size(), lines));
        } catch (NoSuchFileException gone) {
            return new FollowedFile(file);
        }
    }

    /** The lines that have come, as a terminal shows them, without a last one that is not complete yet. Blocks for the time of a read. */
    public List<String> more() throws IOException {
        try {
            return Files.isRegularFile(file) ? split(read()) : List.of();
        } catch (NoSuchFileException gone) {
            // A container that is started again begins another one.
            return List.of();
        }
    }

    private byte[] read() throws IOException {
        Object key = Files.readAttributes(file, java.nio.file.attribute.BasicFileAttributes.class)
                .fileKey();
        long length = Files.size(file);
        if (length < position || (key != null && !identity.equals("") && !key.equals(identity))) {
            position = 0;
            rest = new byte[0];
        }
        identity = key == null ? "" : key;
        if (length == position) {
            return new byte[0];
        }
        try (FileChannel reader = FileChannel.open(file, StandardOpenOption.READ)) {
            // It may be cut at this moment, because it has become too large.
            byte[] bytes = Channels.newInputStream(reader.position(position))
                    .readNBytes((int) Math.min(MAX_READ_BYTES, length - position));
            position += bytes.length;
            return bytes;
        }
    }

    /**
     * Gives the lines that have come, and at the end all that is left, a last line without an end, too. Blocks for the time of one or several reads.
     *
     * @param over whether nobody writes the file any more
     */
    public void read(boolean over, Consumer<String> lines) throws IOException {
        if (!over) {
            more().forEach(lines);
            return;
        }
        try {
            // Whoever writes it may do so faster than we read.
            long end = Files.isRegularFile(file) ? Files.size(file) : 0;
            long before;
            do {
                before = position;
                more().forEach(lines);
            } while (position != before && position < end);
        } finally {
            String last = shown();
            rest = new byte[0];
            if (!last.isEmpty()) {
                lines.accept(last);
            }
        }
    }

    /** What a terminal shows of the line that is being written, such as a progress bar; empty when that has not changed since it was asked for. */
    public String current() {
        String shown = rest.length == 0 ? drawn : shown();
        drawn = "";
        boolean changed = !shown.equals(told);
        told = shown;
        return changed ? shown : "";
    }

    private String shown() {
        return ShownLine.of(new String(rest, StandardCharsets.UTF_8));
    }

    private List<String> split(byte[] bytes) {
        byte[] all = new byte[rest.length + bytes.length];
        System.arraycopy(rest, 0, all, 0, rest.length);
        System.arraycopy(bytes, 0, all, rest.length, bytes.length);
        List<String> lines = new ArrayList<>();
        // A line that is drawn over again and again may grow without end: only what it shows is kept.
        int start = 0;
        for (int i = 0; i < all.length; i++) {
            if (all[i] == '\n' || i - start >= MAX_LINE_LENGTH) {
                int end = all[i] == '\n' ? i : beginningOfCharacter(all, i);
                String line = new String(all, start, end - start, StandardCharsets.UTF_8);
                if (ShownLine.stays(line)) {
                    lines.add(ShownLine.of(line));
                } else {
                    drawn = ShownLine.of(line);
                }
                start = all[i] == '\n' ? i + 1 : end;
            } else if (all[i] == '\r' && i + 1 < all.length && all[i + 1] != '\n' && all[i + 1] != '\r') {
                start = i + 1;
            }
        }
        rest = java.util.Arrays.copyOfRange(all, start, all.length);
        return lines;
    }

    /** A long line is not cut within a character, which has at most three bytes behind its first one. */
    private static int beginningOfCharacter(byte[] text, int place) {
        int at = place;
        while (at > place - 3 && isInner(text[at])) {
            at--;
        }
        return isInner(text[at]) ? place : at;
    }

    private static boolean isInner(byte unit) {
        return (unit & 0xC0) == 0x80;
    }
}
