package io.trainyard.core.view;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Times as objects of Kubernetes have them. Pure. */
final class Timestamps {
    private Timestamps() {}

    /** Reads an RFC 3339 time; empty for null, an empty text, and one that is no time. */
    static Optional<Instant> of(@Nullable String text) {
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
