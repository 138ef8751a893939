package io.trainyard.launcher.failover;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Follows an audit log: each line is read once, however often one looks, so that looking does not slow down what is looked at. */
final class WriteLog {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path auditLog;
    private final String writers;
    private final List<Writes.Write> writes = new ArrayList<>();
    private long position;

    /**
     * @param writers beginning of the user names of the replicas
     */
    WriteLog(Path auditLog, String writers) {
        this.auditLog = auditLog;
        this.writers = writers;
    }

    /** All changes so far; a line that is being written is left for the next time. */
    synchronized Writes read() {
        try (SeekableByteChannel channel = Files.newByteChannel(auditLog)) {
            channel.position(position);
            byte[] news = Channels.newInputStream(channel).readAllBytes();
            int end = news.length;
            while (end > 0 && news[end - 1] != '\n') {
                end--;
            }
            position += end;
            for (String line : new String(news, 0, end, StandardCharsets.UTF_8).split("\n")) {
                if (line.contains("impersonatedUser")) {
                    Writes.parse(JSON.readTree(line))
                            .filter(write -> write.writer().startsWith(writers))
                            .ifPresent(writes::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        writes.sort(Comparator.comparing(Writes.Write::received));
        return new Writes(List.copyOf(writes));
    }
}
