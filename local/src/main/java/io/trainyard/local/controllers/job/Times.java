package io.trainyard.local.controllers.job;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as objects write them: whole seconds in UTC. */
final class Times {
    private Times() {}

    static String format(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
