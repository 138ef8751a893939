package io.trainyard.dashboard.report;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Times and numbers as a report writes them. The reader may sit elsewhere, so times are in UTC. */
final class Texts {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Texts() {}

    static String time(Instant time) {
        return TIME.format(time);
    }

    static String time(Optional<Instant> time) {
        return time.map(Texts::time).orElse("");
    }

    static String duration(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return String.format(Locale.ROOT, "%dm %02ds", seconds / 60, seconds % 60);
        }
        return seconds < 86_400
                ? String.format(Locale.ROOT, "%dh %02dm", seconds / 3600, seconds % 3600 / 60)
                : String.format(Locale.ROOT, "%dd %dh", seconds / 86_400, seconds % 86_400 / 3600);
    }

    /** Short, and as exact as a reader of a chart needs it. */
    static String number(double value) {
        double size = Math.abs(value);
        if (value == Math.rint(value) && size < 1e6) {
            return String.valueOf((long) value);
        }
        return String.format(Locale.ROOT, size >= 1e6 || size < 1e-3 ? "%.2e" : "%.4g", value);
    }

    /** A coordinate. */
    static String place(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
