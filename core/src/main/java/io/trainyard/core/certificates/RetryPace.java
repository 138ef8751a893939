package io.trainyard.core.certificates;

import java.time.Duration;

/** How long to wait before another try. */
final class RetryPace {
    private static final Duration FIRST_RACE = Duration.ofMillis(10);
    private static final int MOST_RACES = 10;
    private static final Duration FIRST_FAILURE = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private int races;
    private int failures;

    /** All is well again. */
    void succeeded() {
        races = 0;
        failures = 0;
    }

    /** Another replica has written: soon, since it is done by then. */
    Duration afterRace() {
        return races < MOST_RACES ? FIRST_RACE.multipliedBy(1L << races++) : LONGEST;
    }

    /** Something is broken, and may stay so for a while. */
    Duration afterFailure() {
        Duration wait = FIRST_FAILURE.multipliedBy(1L << Math.min(failures++, 5));
        return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }
}
