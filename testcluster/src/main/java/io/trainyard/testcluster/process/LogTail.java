package io.trainyard.testcluster.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The end of a log file, for error messages. */
final class LogTail {

    private static final int MAX_BYTES = 16 * 1024;

    private LogTail() {}

    /** The last lines of a file, or a sentence saying why they cannot be read; never throws. */
    static String read(Path file, int mostLines) {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
            int length = (int) Math.min(MAX_BYTES, access.length());
            byte[] bytes = new byte[length];
            access.seek(access.length() - length);
            access.readFully(bytes);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).lines().toList();
            return lines.isEmpty()
                    ? "(the log is empty)"
                    : String.join("\n", lines.subList(Math.max(0, lines.size() - mostLines), lines.size()));
        } catch (IOException e) {
            return "(the log cannot be read: " + e + ")";
        }
    }
}
