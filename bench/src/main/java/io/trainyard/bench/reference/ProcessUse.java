package io.trainyard.bench.reference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process of this machine uses, as Linux tells it below {@code /proc}.
 *
 * @param residentKibibytes memory that it has, files that are mapped included
 * @param anonymousKibibytes of this, what belongs to no file
 * @param peakKibibytes the most that was ever resident
 * @param proportionalKibibytes resident memory, in which each page that several processes share counts in part; empty where it may not be read
 * @param processor processor time since its start, in steps of 10 ms
 */
public record ProcessUse(
        long residentKibibytes,
        long anonymousKibibytes,
        long peakKibibytes,
        OptionalLong proportionalKibibytes,
        Duration processor) {
    private static final Pattern LINE = Pattern.compile("(?m)^(\\w+):\\s+(\\d+) kB$");
    private static final int MILLIS_PER_TICK = 10;
    /** Fields after the name of the program, which may hold anything: the times in user and in kernel mode. */
    private static final int USER = 11;

    private static final int KERNEL = 12;

    /** Asks about a process; an error when it is gone. Blocks for some milliseconds. */
    public static ProcessUse of(ProcessHandle process) {
        Path folder = Path.of("/proc", String.valueOf(process.pid()));
        try {
            return parse(
                    Files.readString(folder.resolve("status")),
                    smaps(folder),
                    Files.readString(folder.resolve("stat")));
        } catch (IOException gone) {
            throw new UncheckedIOException("process " + process.pid() + " has ended by itself", gone);
        }
    }

    private static String smaps(Path folder) {
        try {
            return Files.readString(folder.resolve("smaps_rollup"));
        } catch (IOException notAllowed) {
            return "";
        }
    }

    /** Reads the three files; the second one may be empty. */
    static ProcessUse parse(String status, String smaps, String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = Long.parseLong(fields[USER]) + Long.parseLong(fields[KERNEL]);
        return new ProcessUse(
                required(status, "VmRSS"),
                required(status, "RssAnon"),
                required(status, "VmHWM"),
                value(smaps, "Pss"),
                Duration.ofMillis(ticks * MILLIS_PER_TICK));
    }

    private static long required(String text, String name) {
        return value(text, name).orElseThrow(() -> new IllegalStateException("there is no " + name + " in " + text));
    }

    private static OptionalLong value(String text, String name) {
        Matcher line = LINE.matcher(text);
        while (line.find()) {
            if (line.group(1).equals(name)) {
                return OptionalLong.of(Long.parseLong(line.group(2)));
            }
        }
        return OptionalLong.empty();
    }
}
