package io.trainyard.launcher.acceptance;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Judges the log of a replica, which has one object of JSON a line. */
final class ReplicaLog {
    /** A class of an exception, what Java says of a null pointer, a frame, or the field that holds one. */
    private static final Pattern EXCEPTION = Pattern.compile(
            "Exception|Throwable|Cannot invoke |Cannot read |OutOfMemoryError|\\bat [a-z][\\w.]*\\([A-Z]\\w*\\.java|\\\\tat |\\tat |error=|\"(error|stacktrace)\":");

    private static final Pattern FOR_PEOPLE = Pattern.compile("\"level\":\"(info|warn|error)\"");

    private static final Pattern TIME = Pattern.compile("\"ts\":\"([^\"]+)\"");

    private ReplicaLog() {}

    /** From its first line to its last one. */
    static Duration life(String text) {
        List<Instant> times = text.lines()
                .map(TIME::matcher)
                .filter(Matcher::find)
                .map(time -> Instant.parse(time.group(1)))
                .toList();
        return times.isEmpty() ? Duration.ZERO : Duration.between(times.get(0), times.get(times.size() - 1));
    }

    /** The lines with an exception's text. */
    static List<String> exceptions(String text) {
        return text.lines().filter(line -> EXCEPTION.matcher(line).find()).toList();
    }

    /** How many lines are at info or above. */
    static long lines(String text) {
        return text.lines().filter(line -> FOR_PEOPLE.matcher(line).find()).count();
    }
}
