package io.trainyard.launcher.run.view;

import java.time.Duration;
import java.util.Locale;

/** How long something took, as people read it; short ones to a tenth of a second, which ages as kubectl shows them leave out. */
public final class Durations {
    private Durations() {}

    /** In seconds, to a hundredth: {@code 0.43 s}. */
    public static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.2f s", duration.toMillis() / 1000.0);
    }

    /** Two units at most: {@code 4.2s}, {@code 3m12s}, {@code 2h05m}, {@code 3d4h}. A negative one, as after a clock was set back, is zero. */
    public static String text(Duration given) {
        Duration duration = given.isNegative() ? Duration.ZERO : given;
        long seconds = duration.toSeconds();
        if (seconds < 60) {
            return String.format(Locale.ROOT, "%d.%ds", seconds, duration.toMillisPart() / 100);
        }
        if (seconds < 3600) {
            return String.format(Locale.ROOT, "%dm%02ds", seconds / 60, seconds % 60);
        }
        if (seconds < 86_400) {
            return String.format(Locale.ROOT, "%dh%02dm", seconds / 3600, seconds / 60 % 60);
        }
        return String.format(Locale.ROOT, "%dd%dh", seconds / 86_400, seconds / 3600 % 24);
    }
}
