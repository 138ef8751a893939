package io.trainyard.launcher.strangers;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A {@link Stranger} in a process of his own, with as many files as he may have. He would have a machine of his own, so others come before him on the processors of this one. Closing ends it.
 * All methods may be called from any thread.
 */
final class StrangerProcess implements AutoCloseable {
    private static final int END_SECONDS = 20;

    private final Process process;
    private volatile Tally tally = new Tally();
    private volatile String lastWords = "";

    private StrangerProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "stranger");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts one.
     *
     * @param count of connections or requests
     * @param limit after which it ends by itself
     * @param pauseMillis between two requests on a connection
     * @param own an argument of the attack's own; may be empty
     */
    static StrangerProcess start(
            Attack attack, int count, Duration limit, long pauseMillis, List<Integer> ports, String own)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "ulimit -n $(ulimit -H -n); exec nice -n 15 \"$@\"",
                "stranger",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                Stranger.class.getName(),
                attack.name(),
                String.valueOf(count),
                String.valueOf(limit.toSeconds()),
                String.valueOf(pauseMillis),
                String.join(",", ports.stream().map(String::valueOf).toList())));
        if (!own.isEmpty()) {
            command.add(own);
        }
        return new StrangerProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Tally read = Tally.of(List.of(line.split(" ")));
                if (read.of(Tally.DONE) > 0) {
                    tally = read;
                } else {
                    lastWords = line;
                }
            }
        } catch (IOException closed) {
            lastWords = closed.toString();
        }
    }

    /** How far it is. */
    Tally tally() {
        return tally;
    }

    /**
     * Waits until so much is done.
     *
     * @return whether it was, within the time
     */
    boolean awaitDone(int count, Duration limit) {
        try {
            await("the stranger to have done " + count + "; he says " + lastWords)
                    .atMost(limit)
                    .until(() -> tally.of(Tally.DONE) >= count || !process.isAlive());
            return tally.of(Tally.DONE) >= count;
        } catch (ConditionTimeoutException tooSlow) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** How far it is, and what it said otherwise. */
    @Override
    public String toString() {
        return tally + (lastWords.isEmpty() ? "" : " (" + lastWords + ")");
    }
}
