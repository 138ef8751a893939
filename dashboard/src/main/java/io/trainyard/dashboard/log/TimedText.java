package io.trainyard.dashboard.log;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * A line as API servers give it when they are asked for times.
 *
 * @param at when it was written; empty when the line does not begin with a time
 * @param text the rest
 */
record TimedText(Optional<Instant> at, String text) {
    private static final int MIN_TIME_LENGTH = "2026-01-01T00:00:00Z".length();
    static final int MAX_TIME_LENGTH = 40;

    static TimedText of(String line) {
        int space = line.indexOf(' ');
        int end = space < 0 ? line.length() : space;
        if (end < MIN_TIME_LENGTH || end > MAX_TIME_LENGTH || line.charAt(4) != '-' || line.charAt(10) != 'T') {
            return new TimedText(Optional.empty(), line);
        }
        try {
            return new TimedText(
                    Optional.of(Instant.parse(line.substring(0, end))), space < 0 ? "" : line.substring(space + 1));
        } catch (DateTimeParseException noTime) {
            return new TimedText(Optional.empty(), line);
        }
    }
}
