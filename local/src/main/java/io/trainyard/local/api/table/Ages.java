package io.trainyard.local.api.table;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** Spans of time as people read them: {@code 5m30s}, {@code 3d4h}. */
public final class Ages {
    private Ages() {}

    /** The time since an instant of RFC 3339; {@code <unknown>} when it is none. */
    public static String since(String instant, Instant now) {
        try {
            return of(Duration.between(Instant.parse(instant), now));
        } catch (DateTimeException e) {
            // Says that there is no time, as clients expect it.
            return "<unknown>";
        }
    }

    /** A span; what is negative counts as nothing. */
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
