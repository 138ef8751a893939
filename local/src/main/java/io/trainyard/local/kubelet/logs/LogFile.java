package io.trainyard.local.kubelet.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads pieces of a log file. Blocks. Not for several threads at once. */
final class LogFile implements AutoCloseable {
    private static final int PIECE = 64 << 10;

    private final FileChannel channel;
    private long position;
    private long left;

    private LogFile(FileChannel channel, long position, long left) {
        this.channel = channel;
        this.position = position;
        this.left = left;
    }

    static LogFile open(Path file, LogQuery query) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        long start = query.tailLines().isPresent()
                ? beginningOfTail(channel, query.tailLines().getAsLong())
                : 0;
        return new LogFile(channel, start, query.limitBytes().orElse(Long.MAX_VALUE));
    }

    // From the end backwards, so that the size of the file does not matter.
    private static long beginningOfTail(FileChannel channel, long lines) throws IOException {
        long end = channel.size();
        long newlines = 0;
        ByteBuffer piece = ByteBuffer.allocate(PIECE);
        for (long from = end; from > 0; ) {
            int length = (int) Math.min(PIECE, from);
            from -= length;
            piece.clear().limit(length);
            int read = channel.read(piece, from);
            for (int at = read - 1; at >= 0; at--) {
                boolean last = from + at == end - 1;
                // The newline at the very end closes the last line and begins none.
                if (piece.get(at) == '\n' && !last && ++newlines >= Math.max(1, lines)) {
                    return lines == 0 ? end : from + at + 1;
                }
            }
        }
        return lines == 0 ? end : 0;
    }

    /** The next piece; empty at the end, be it only the end for now. */
    byte[] read() throws IOException {
        if (channel.size() < position) {
            // The file was cut because it had become too large.
            position = 0;
        }
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE, left));
        int read = Math.max(0, channel.read(piece, position));
        position += read;
        left -= read;
        byte[] bytes = new byte[read];
        piece.flip().get(bytes);
        return bytes;
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
