package io.trainyard.local.kubelet.logs;

import io.trainyard.local.files.LastLines;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Finds where in a log to begin; reads backwards, so that the size of the file does not matter. Blocks. */
final class LogStart {
    private LogStart() {}

    static long of(FileChannel log, LogTimes times, LogQuery query) throws IOException {
        long tail = query.tailLines().isPresent()
                ? LastLines.beginning(log, log.size(), query.tailLines().getAsLong())
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
        return isBeginning ? known : LastLines.beginning(log, known, 1);
    }
}
