package io.trainyard.local.kubelet.logs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Keeps log files from filling the disk: one that has grown too large is copied aside, in place of the copy before, and begins anew. The program
 * goes on writing to the same file, at its end; what it writes between the copy and the cut is lost. Blocks.
 */
public final class LogCutter {
    private LogCutter() {}

    /**
     * Cuts a file if it is too large.
     *
     * @return whether it was cut
     */
    public static boolean cut(Path log, long largest) throws IOException {
        if (!Files.isRegularFile(log) || Files.size(log) <= largest) {
            return false;
        }
        Files.copy(log, log.resolveSibling(log.getFileName() + ".old"), StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
        return true;
    }
}
