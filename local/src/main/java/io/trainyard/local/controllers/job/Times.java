package io.trainyard.local.controllers.job;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Times as objects write them: whole seconds in UTC. */
final class Times {
    private Times() {}

    /** Empty when the text is empty or no time. */
    static Optional<Instant> parse(String text) {
        try {
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    static String format(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
