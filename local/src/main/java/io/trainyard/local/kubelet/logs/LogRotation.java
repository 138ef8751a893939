package io.trainyard.local.kubelet.logs;

import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps log files from filling the disk: one that has grown too large is copied aside, in place of the copy before, and begins anew. The program
 * goes on writing to the same file, at its end; what it writes in the moment between the end of the copy and the cut is lost. Blocks.
 */
public final class LogRotation {
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
        PrivateFiles.write(copy, new byte[0]);
        try (OutputStream out = Files.newOutputStream(copy)) {
            Files.copy(log, out);
        } catch (IOException e) {
            Files.deleteIfExists(copy);
            throw e;
        }
        try (FileChannel written = FileChannel.open(log, StandardOpenOption.WRITE)) {
            written.truncate(0);
        }
        return true;
    }
}
