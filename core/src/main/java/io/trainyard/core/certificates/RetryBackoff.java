package io.trainyard.core.certificates;

import java.time.Duration;

/** How long to wait before another try. */
final class RetryBackoff {
    private static final Duration FIRST_CONFLICT = Duration.ofMillis(10);
    private static final int MAX_CONFLICTS = 10;
    private static final Duration FIRST_FAILURE = Duration.ofSeconds(1);
    private static final Duration MAX = Duration.ofSeconds(30);

    private int conflicts;
    private int failures;

    /** All is well again. */
    void succeeded() {
        conflicts = 0;
        failures = 0;
    }

    /** After a conflict: soon, since the other replica has written by then. */
    Duration afterConflict() {
        return conflicts < MAX_CONFLICTS ? FIRST_CONFLICT.multipliedBy(1L << conflicts++) : MAX;
    }

    /** After any other failure, which may last for a while. */
    Duration afterFailure() {
        Duration wait = FIRST_FAILURE.multipliedBy(1L << Math.min(failures++, 5));
        return wait.compareTo(MAX) > 0 ? MAX : wait;
    }
}
