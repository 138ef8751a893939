package io.trainyard.launcher.logging;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** How a log line tells the time. All of them in UTC. */
public enum TimeEncoding {
    /** Seconds since 1970, with fractions. */
    EPOCH("epoch", time -> nanos(time).movePointLeft(9)),
    /** Milliseconds since 1970, with fractions. */
    MILLIS("millis", time -> nanos(time).movePointLeft(6)),
    /** Nanoseconds since 1970. */
    NANO("nano", TimeEncoding::nanos),
    /** To the millisecond. */
    ISO8601("iso8601", formatted(3, 3, "Z")),
    /** To the second. */
    RFC3339("rfc3339", formatted(0, 0, "Z")),
    /** To the nanosecond, trailing zeros left out. */
    RFC3339_NANO("rfc3339nano", formatted(0, 9, "Z"));

    private final String text;
    private final Function<Instant, Object> encoder;

    TimeEncoding(String text, Function<Instant, Object> encoder) {
        this.text = text;
        this.encoder = encoder;
    }

    /** The encoding of that name, as in {@code --zap-time-encoding}. */
    public static Optional<TimeEncoding> of(String text) {
        return Arrays.stream(values())
                .filter(encoding -> encoding.text.equals(text))
                .findFirst();
    }

    /** The time as a number or a text. */
    Object encode(Instant time) {
        return encoder.apply(time);
    }

    private static BigDecimal nanos(Instant time) {
        return BigDecimal.valueOf(time.getEpochSecond()).movePointRight(9).add(BigDecimal.valueOf(time.getNano()));
    }

    private static Function<Instant, Object> formatted(int minDigits, int maxDigits, String zone) {
        DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().appendPattern("uuuu-MM-dd'T'HH:mm:ss");
        if (maxDigits > 0) {
            builder.appendFraction(ChronoField.NANO_OF_SECOND, minDigits, maxDigits, true);
        }
        DateTimeFormatter formatter = builder.appendLiteral(zone).toFormatter().withZone(ZoneOffset.UTC);
        return formatter::format;
    }
}
