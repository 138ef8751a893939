package io.trainyard.core.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Durations as Go writes them, in which Kubernetes configuration is written. */
public final class GoDuration {
    private static final Map<String, Long> NANOSECONDS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "\u00b5s", 1_000L,
            "\u03bcs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private GoDuration() {}

    /**
     * Reads an optional sign and decimal numbers with units, such as {@code 1m30s} or {@code 1.5h}; a {@code 0} needs no unit.
     *
     * @return empty when the text is no such duration, or one of more than about 292 years
     */
    public static Optional<Duration> parse(String text) {
        boolean negative = text.startsWith("-");
        String rest = negative || text.startsWith("+") ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        if (rest.isEmpty() || rest.length() > 100) {
            return Optional.empty();
        }
        BigDecimal total = BigDecimal.ZERO;
        for (int i = 0; i < rest.length(); ) {
            int unitStart = i;
            while (unitStart < rest.length() && isNumeric(rest.charAt(unitStart))) {
                unitStart++;
            }
            int end = unitStart;
            while (end < rest.length() && !isNumeric(rest.charAt(end))) {
                end++;
            }
            String number = rest.substring(i, unitStart);
            Long unit = NANOSECONDS.get(rest.substring(unitStart, end));
            if (unit == null || !isDecimal(number)) {
                return Optional.empty();
            }
            // Go cuts off fractions of a nanosecond in each part.
            total = total.add(new BigDecimal(
                    new BigDecimal(number).multiply(BigDecimal.valueOf(unit)).toBigInteger()));
            i = end;
        }
        if (total.compareTo(MAX) > 0) {
            return Optional.empty();
        }
        Duration duration = Duration.ofNanos(total.longValueExact());
        return Optional.of(negative ? duration.negated() : duration);
    }

    private static boolean isNumeric(char c) {
        return (c >= '0' && c <= '9') || c == '.';
    }

    /** Digits with at most one point among, before or after them. */
    private static boolean isDecimal(String text) {
        int point = text.indexOf('.');
        return text.length() > (point < 0 ? 0 : 1) && point == text.lastIndexOf('.');
    }

    /** Writes a duration as Go does: {@code 1h30m0s}, {@code 15s}, {@code 1.5s}, {@code 100ms}, {@code 0s}. */
    public static String format(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        String sign = duration.isNegative() ? "-" : "";
        Duration positive = duration.abs();
        long nanoseconds = positive.toNanos();
        if (nanoseconds < 1_000) {
            return sign + nanoseconds + "ns";
        }
        if (nanoseconds < 1_000_000) {
            return sign + decimal(nanoseconds, 3) + "\u00b5s";
        }
        if (nanoseconds < 1_000_000_000) {
            return sign + decimal(nanoseconds, 6) + "ms";
        }
        String seconds = decimal(nanoseconds % 60_000_000_000L, 9) + "s";
        long minutes = positive.toMinutes();
        if (minutes == 0) {
            return sign + seconds;
        }
        return sign + (minutes < 60 ? "" : minutes / 60 + "h") + minutes % 60 + "m" + seconds;
    }

    private static String decimal(long value, int scale) {
        BigDecimal decimal = BigDecimal.valueOf(value, scale);
        return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
    }
}
