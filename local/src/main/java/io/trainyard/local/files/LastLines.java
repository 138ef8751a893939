package io.trainyard.local.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Finds the last lines of a file; reads backwards, so that its size does not matter. Blocks. */
public final class LastLines {
    private static final int PIECE = 64 << 10;

    private LastLines() {}

    /**
     * Where the last lines before a place begin.
     *
     * @param lines how many; with none, it is the place itself
     */
    public static long beginning(FileChannel file, long place, long lines) throws IOException {
        if (lines == 0) {
            return place;
        }
        long newlines = 0;
        ByteBuffer piece = ByteBuffer.allocate(PIECE);
        for (long from = place; from > 0; ) {
            int length = (int) Math.min(PIECE, from);
            from -= length;
            piece.clear().limit(length);
            int read = file.read(piece, from);
            for (int at = read - 1; at >= 0; at--) {
                boolean last = from + at == place - 1;
                // The newline at the very end closes the last line and begins none.
                if (piece.get(at) == '\n' && !last && ++newlines >= lines) {
                    return from + at + 1;
                }
            }
        }
        return 0;
    }
}
