package io.trainyard.local.api.resource;

import io.trainyard.foundation.time.Ages;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A cell of a table that depends on when somebody looks. */
@FunctionalInterface
public interface TimedCell {
    /** What it shows then. */
    String text(Instant now);

    /**
     * How long something took, or takes.
     *
     * @param end empty while it goes on
     */
    static TimedCell elapsed(Instant begin, Optional<Instant> end) {
        return now -> Ages.of(Duration.between(begin, end.orElse(now)));
    }
}
