package io.trainyard.foundation.time;

import java.time.Duration;
import java.time.Instant;

/** Spans of time as kubectl shows ages: {@code 95s}, {@code 5m30s}, {@code 3d4h}. Pure. */
public final class Ages {
    private Ages() {}

    /** The time since an instant of RFC 3339; {@code <unknown>} when it is none, as clients expect it. */
    public static String since(String instant, Instant now) {
        return Rfc3339.parse(instant)
                .map(begin -> of(Duration.between(begin, now)))
                .orElse("<unknown>");
    }

    /** A span; a negative one, as clocks differ, is zero. */
    public static String of(Duration span) {
        long seconds = Math.max(0, span.toSeconds());
        long minutes = seconds / 60;
        long hours = minutes / 60;
        long days = hours / 24;
        if (seconds < 120) {
            return seconds + "s";
        }
        if (minutes < 10) {
            return minutes + "m" + rest(seconds % 60, "s");
        }
        if (hours < 3) {
            return minutes + "m";
        }
        if (hours < 8) {
            return hours + "h" + rest(minutes % 60, "m");
        }
        if (hours < 48) {
            return hours + "h";
        }
        return days < 8 ? days + "d" + rest(hours % 24, "h") : days + "d";
    }

    private static String rest(long number, String unit) {
        return number == 0 ? "" : number + unit;
    }
}
