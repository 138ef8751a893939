package io.trainyard.local.kubelet.logs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Reads pieces of a log file. Blocks. Not for several threads at once. */
final class LogFile implements AutoCloseable {
    private static final int PIECE = 64 << 10;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z' ").withZone(ZoneOffset.UTC);

    private final FileChannel channel;
    private final Path file;
    private final Path timesFile;
    private final boolean timestamps;
    private LogTimes times;
    private long position;
    private long left;
    private boolean atBeginningOfLine = true;

    private LogFile(FileChannel channel, Path file, Path timesFile, LogTimes times, LogQuery query, long position) {
        this.channel = channel;
        this.file = file;
        this.timesFile = timesFile;
        this.times = times;
        this.timestamps = query.timestamps();
        this.position = position;
        this.left = query.limitBytes().orElse(Long.MAX_VALUE);
    }

    /**
     * Opens a log where the query begins.
     *
     * @param timesFile when which part was written; need not exist
     */
    static LogFile open(Path file, Path timesFile, LogQuery query) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            LogTimes times = LogTimes.read(timesFile);
            return new LogFile(channel, file, timesFile, times, query, LogStart.of(channel, times, query));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** The next piece; empty at the end, be it only the end for now. */
    byte[] read() throws IOException {
        if (channel.size() < position) {
            // The file was cut because it had become too large.
            position = 0;
            atBeginningOfLine = true;
            times = LogTimes.read(timesFile);
        }
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE, left));
        int read = Math.max(0, channel.read(piece, position));
        byte[] bytes = new byte[read];
        piece.flip().get(bytes);
        byte[] shown = timestamps && read > 0 ? stamped(bytes) : bytes;
        position += read;
        if (shown.length > left) {
            shown = java.util.Arrays.copyOf(shown, (int) left);
        }
        left -= shown.length;
        return shown;
    }

    private byte[] stamped(byte[] bytes) throws IOException {
        if (position + bytes.length > times.length()) {
            times = LogTimes.read(timesFile);
        }
        // What has not been looked at yet was written just now, or shortly before the container ended.
        Instant latest = Files.getLastModifiedTime(file).toInstant();
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length * 2);
        for (int at = 0; at < bytes.length; at++) {
            if (atBeginningOfLine) {
                out.writeBytes(TIME.format(times.timeOf(position + at, latest)).getBytes(StandardCharsets.US_ASCII));
            }
            out.write(bytes[at]);
            atBeginningOfLine = bytes[at] == '\n';
        }
        return out.toByteArray();
    }

    /** Whether as much was read as was wanted. */
    boolean isLimitReached() {
        return left == 0;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
