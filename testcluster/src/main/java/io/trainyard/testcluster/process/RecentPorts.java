package io.trainyard.testcluster.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The ports that test runs of this machine chose a moment ago: whoever they are for may not listen on them yet, so that they look free to the next one. Kept in
 * a file; where it cannot be written there is just no such memory. Safe for use by several threads and processes.
 */
final class RecentPorts {
    /** Longer than anything takes to start. */
    private static final Duration MEMORY = Duration.ofMinutes(2);

    private static final Pattern LINE = Pattern.compile("(?<port>\\d{1,5}) (?<millis>\\d{1,15})");
    private static final Object LOCK = new Object();

    private final Path file;
    private final Clock clock;

    RecentPorts(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    static RecentPorts ofThisMachine() {
        String name = "trainyard-testcluster-ports-" + System.getProperty("user.name");
        return new RecentPorts(Path.of(System.getProperty("java.io.tmpdir"), name), Clock.systemUTC());
    }

    /**
     * Lets somebody choose while nobody else does.
     *
     * @param choice gets the ports that were chosen lately, and gives those that it takes, which are remembered
     */
    List<Integer> choose(Function<Set<Integer>, List<Integer>> choice) {
        // A lock of a file is one of the process.
        synchronized (LOCK) {
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                // Held until the channel is closed.
                channel.lock();
                Map<Integer, Instant> recent = read(channel);
                List<Integer> chosen = choice.apply(recent.keySet());
                chosen.forEach(port -> recent.put(port, clock.instant()));
                write(channel, recent);
                return chosen;
            } catch (IOException e) {
                return choice.apply(Set.of());
            }
        }
    }

    private Map<Integer, Instant> read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) channel.size());
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // All of it.
        }
        Map<Integer, Instant> recent = new TreeMap<>();
        Instant oldest = clock.instant().minus(MEMORY);
        for (String line : new String(bytes.array(), StandardCharsets.US_ASCII).split("\n")) {
            Matcher entry = LINE.matcher(line);
            if (entry.matches()) {
                Instant chosen = Instant.ofEpochMilli(Long.parseLong(entry.group("millis")));
                if (chosen.isAfter(oldest)) {
                    recent.put(Integer.valueOf(entry.group("port")), chosen);
                }
            }
        }
        return recent;
    }

    private static void write(FileChannel channel, Map<Integer, Instant> recent) throws IOException {
        String text = recent.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue().toEpochMilli() + "\n")
                .collect(Collectors.joining());
        channel.truncate(0);
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        channel.position(0);
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
