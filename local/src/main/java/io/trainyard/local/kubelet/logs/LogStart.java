package io.trainyard.local.kubelet.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Finds where in a log to begin; reads backwards, so that the size of the file does not matter. Blocks. */
final class LogStart {
    private static final int PIECE = 64 << 10;

    private LogStart() {}

    static long of(FileChannel log, LogTimes times, LogQuery query) throws IOException {
        long tail = query.tailLines().isPresent()
                ? tail(log, log.size(), query.tailLines().getAsLong())
                : 0;
        long since = query.since().isPresent()
                ? beginningOfLine(log, times.lengthBefore(query.since().get()))
                : 0;
        return Math.max(tail, since);
    }

    private static long beginningOfLine(FileChannel log, long place) throws IOException {
        long known = Math.min(place, log.size());
        ByteBuffer before = ByteBuffer.allocate(1);
        boolean isBeginning = known == 0 || (log.read(before, known - 1) == 1 && before.get(0) == '\n');
        return isBeginning ? known : tail(log, known, 1);
    }

    /** Where the last lines before a place begin. */
    private static long tail(FileChannel log, long end, long lines) throws IOException {
        if (lines == 0) {
            return end;
        }
        long newlines = 0;
        ByteBuffer piece = ByteBuffer.allocate(PIECE);
        for (long from = end; from > 0; ) {
            int length = (int) Math.min(PIECE, from);
            from -= length;
            piece.clear().limit(length);
            int read = log.read(piece, from);
            for (int at = read - 1; at >= 0; at--) {
                boolean last = from + at == end - 1;
                // The newline at the very end closes the last line and begins none.
                if (piece.get(at) == '\n' && !last && ++newlines >= lines) {
                    return from + at + 1;
                }
            }
        }
        return 0;
    }
}
