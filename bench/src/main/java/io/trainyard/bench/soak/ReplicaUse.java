package io.trainyard.bench.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What one process of the controller holds.
 *
 * @param heapKibibytes in use after a full collection; -1 where the JVM does not say
 * @param residentKibibytes memory that it has
 * @param threads of its own and of its virtual machine
 * @param fileHandles sockets among them
 */
record ReplicaUse(long heapKibibytes, long residentKibibytes, long threads, long fileHandles) {
    private static final Pattern USED = Pattern.compile("(?:generation|garbage-first heap) .*used (\\d+)K");
    private static final Pattern STATUS = Pattern.compile("(?m)^(VmRSS|Threads):\\s+(\\d+)");
    private static final int LIMIT_SECONDS = 30;

    /**
     * Asks about a process, after a full collection. Blocks for a second.
     *
     * @throws UncheckedIOException when it has ended
     */
    static ReplicaUse of(ProcessHandle process) {
        long pid = process.pid();
        jcmd(pid, "GC.run");
        long heap = heap(jcmd(pid, "GC.heap_info"));
        Path folder = Path.of("/proc", String.valueOf(pid));
        try (Stream<Path> handles = Files.list(folder.resolve("fd"))) {
            String status = Files.readString(folder.resolve("status"));
            return new ReplicaUse(heap, value(status, "VmRSS"), value(status, "Threads"), handles.count());
        } catch (IOException gone) {
            throw new UncheckedIOException("process " + pid + " has ended", gone);
        }
    }

    /** The kibibytes in use by all generations that the JVM lists; -1 when it lists none. */
    static long heap(String info) {
        Matcher used = USED.matcher(info);
        long sum = 0;
        boolean found = false;
        while (used.find()) {
            sum += Long.parseLong(used.group(1));
            found = true;
        }
        return found ? sum : -1;
    }

    private static long value(String status, String name) {
        Matcher line = STATUS.matcher(status);
        while (line.find()) {
            if (line.group(1).equals(name)) {
                return Long.parseLong(line.group(2));
            }
        }
        return -1;
    }

    private static String jcmd(long pid, String command) {
        Path program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        try {
            Process asked = new ProcessBuilder(program.toString(), String.valueOf(pid), command)
                    .redirectErrorStream(true)
                    .start();
            String output = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!asked.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                asked.destroyForcibly();
            }
            return output;
        } catch (IOException unusable) {
            throw new UncheckedIOException(unusable);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a process was asked about its heap", e);
        }
    }

    /** One line: heap, resident, threads, file handles. */
    String line() {
        return String.format(
                Locale.ROOT,
                "heap %.1f, resident %d MiB, %d threads, %d file handles",
                heapKibibytes / 1024.0,
                residentKibibytes / 1024,
                threads,
                fileHandles);
    }
}
