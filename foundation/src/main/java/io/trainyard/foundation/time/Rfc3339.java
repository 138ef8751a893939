package io.trainyard.foundation.time;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Times as objects of Kubernetes have them. Pure. */
public final class Rfc3339 {
    private Rfc3339() {}

    /** Reads a time, with any offset; empty for null, an empty text, and one that is no time. */
    public static Optional<Instant> parse(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }
}
