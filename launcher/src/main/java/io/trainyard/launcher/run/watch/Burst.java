package io.trainyard.launcher.run.watch;

import java.time.Duration;
import java.time.Instant;

/**
 * Changes that belong together: an editor writes a new file and moves it into the place of the old one, a checkout of another branch changes many.
 * Pure.
 *
 * @param first when the first of them was seen
 * @param last when the last of them was seen
 */
record Burst(Instant first, Instant last) {
    /** Nothing may happen for so long before it counts as over. */
    static final Duration QUIET = Duration.ofMillis(40);

    /** Whoever writes for ever is not waited for. */
    static final Duration MAX_DURATION = Duration.ofMillis(400);

    static Burst begin(Instant now) {
        return new Burst(now, now);
    }

    Burst goesOn(Instant now) {
        return new Burst(first, now);
    }

    /** How much longer to wait; zero when it is over. */
    Duration left(Instant now) {
        Instant end = last.plus(QUIET);
        Instant limit = first.plus(MAX_DURATION);
        Duration left = Duration.between(now, end.isBefore(limit) ? end : limit);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
