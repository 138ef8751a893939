package io.trainyard.launcher.logging;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.function.Function;

/** How a log line tells the time. All of them in UTC. Constants are called as they are typed. */
public enum TimeEncoding {
    /** Seconds since 1970, with fractions. */
    epoch(time -> nanos(time).movePointLeft(9)),
    /** Milliseconds since 1970, with fractions. */
    millis(time -> nanos(time).movePointLeft(6)),
    /** Nanoseconds since 1970. */
    nano(TimeEncoding::nanos),
    /** To the millisecond. */
    iso8601(formatted(3, 3)),
    /** To the second. */
    rfc3339(formatted(0, 0)),
    /** To the nanosecond, trailing zeros left out. */
    rfc3339nano(formatted(0, 9));

    private final Function<Instant, Object> encoder;

    TimeEncoding(Function<Instant, Object> encoder) {
        this.encoder = encoder;
    }

    /** The time as a number or a text. */
    Object encode(Instant time) {
        return encoder.apply(time);
    }

    private static BigDecimal nanos(Instant time) {
        return BigDecimal.valueOf(time.getEpochSecond()).movePointRight(9).add(BigDecimal.valueOf(time.getNano()));
    }

    private static Function<Instant, Object> formatted(int minDigits, int maxDigits) {
        DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().appendPattern("uuuu-MM-dd'T'HH:mm:ss");
        if (maxDigits > 0) {
            builder.appendFraction(ChronoField.NANO_OF_SECOND, minDigits, maxDigits, true);
        }
        DateTimeFormatter formatter = builder.appendLiteral('Z').toFormatter().withZone(ZoneOffset.UTC);
        return formatter::format;
    }
}
