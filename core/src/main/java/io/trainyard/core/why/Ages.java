package io.trainyard.core.why;

import java.time.Duration;

/** Durations as kubectl shows ages. Pure. */
final class Ages {
    private Ages() {}

    /** One unit: {@code 95s}, {@code 12m}, {@code 5h}, {@code 3d}. A negative one, as clocks differ, is zero. */
    static String text(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 120) {
            return seconds + "s";
        }
        if (seconds < 2 * 3600) {
            return seconds / 60 + "m";
        }
        return seconds < 2 * 86_400 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
    }
}
