package io.trainyard.local.kubelet.logs;

import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps log files from filling the disk: one that has grown too large is copied aside, in place of the copy before, and begins anew. The program
 * goes on writing to the same file, at its end; what it writes in the moment between the end of the copy and the cut is lost. Blocks.
 */
public final class LogRotation {
    private static final int MAX_ROUNDS = 8;

    private LogRotation() {}

    /**
     * Cuts a file if it is too large.
     *
     * @return whether it was cut
     * @throws IOException when there is no room for the copy; the log is left as it is then
     */
    public static boolean rotate(Path log, long maxBytes) throws IOException {
        if (!Files.isRegularFile(log) || Files.size(log) <= maxBytes) {
            return false;
        }
        Path copy = log.resolveSibling(log.getFileName() + ".old");
        try (FileChannel from = FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            PrivateFiles.write(copy, new byte[0]);
            try (FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                copy(from, to);
            } catch (IOException e) {
                Files.deleteIfExists(copy);
                throw e;
            }
            from.truncate(0);
        }
        return true;
    }

    // A copy takes time in which the program writes on; each round has less to copy than the one before.
    private static void copy(FileChannel from, FileChannel to) throws IOException {
        long position = 0;
        for (int round = 0; round < MAX_ROUNDS && position < from.size(); round++) {
            long end = from.size();
            while (position < end) {
                long copied = from.transferTo(position, end - position, to);
                if (copied <= 0) {
                    throw new IOException("the log could not be copied beyond byte " + position);
                }
                position += copied;
            }
        }
    }
}
