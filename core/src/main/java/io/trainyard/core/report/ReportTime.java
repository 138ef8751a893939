package io.trainyard.core.report;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Times of reports: any offset and any number of digits after the point come in, whole seconds in UTC are kept. Pure. */
public final class ReportTime {
    private static final LinearPattern RFC_3339 = LinearPattern.of(
            "([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:[.,][0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})");

    private ReportTime() {}

    /** The time as it is kept; fractions are cut. Empty for what is no time. */
    static Optional<String> read(String text) {
        Matcher matcher = RFC_3339.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(write(
                    OffsetDateTime.parse(matcher.group(1) + matcher.group(2)).toInstant()));
        } catch (DateTimeException noSuchDay) {
            return Optional.empty();
        }
    }

    /** The time as it is kept; fractions are cut. */
    public static String write(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
