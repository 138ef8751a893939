package io.trainyard.foundation.schema;

import io.trainyard.foundation.regex.LinearPattern;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What kind of JSON value something is, and whether it has a format that a schema names. */
final class ValueTypes {
    private static final LinearPattern DURATION =
            LinearPattern.of("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)(ns|us|µs|ms|s|m|h|d|w)(.*)?");
    private static final LinearPattern IPV4 =
            LinearPattern.of("((25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1?\\d?\\d)");
    private static final LinearPattern UUID =
            LinearPattern.of("[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}");
    private static final LinearPattern HOSTNAME = LinearPattern.of(
            "[A-Za-z0-9]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?)*");

    private ValueTypes() {}

    static String nameOf(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Map) {
            return "object";
        }
        if (value instanceof List) {
            return "array";
        }
        if (value instanceof String) {
            return "string";
        }
        if (value instanceof Boolean) {
            return "boolean";
        }
        return isInteger(value) ? "integer" : "number";
    }

    static boolean isInteger(@Nullable Object value) {
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return number == Math.rint(number) && !Double.isInfinite(number);
        }
        if (value instanceof BigDecimal number) {
            return number.stripTrailingZeros().scale() <= 0;
        }
        return value instanceof Number;
    }

    static BigDecimal exact(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        return number instanceof Double || number instanceof Float
                ? BigDecimal.valueOf(number.doubleValue())
                : BigDecimal.valueOf(number.longValue());
    }

    static boolean hasFormat(String format, Number number) {
        return switch (format) {
            case "int32" -> inRange(number, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "int64" -> inRange(number, Long.MIN_VALUE, Long.MAX_VALUE);
            default -> true;
        };
    }

    private static boolean inRange(Number number, long least, long most) {
        if (number instanceof Long || number instanceof Integer) {
            return number.longValue() >= least && number.longValue() <= most;
        }
        BigDecimal exact = exact(number);
        return exact.compareTo(BigDecimal.valueOf(least)) >= 0 && exact.compareTo(BigDecimal.valueOf(most)) <= 0;
    }

    static boolean hasFormat(String format, String text) {
        return switch (format) {
            case "date-time" -> parses(() -> OffsetDateTime.parse(text));
            case "date" -> parses(() -> LocalDate.parse(text));
            case "byte" -> isBase64(text);
            case "duration" -> DURATION.matches(text);
            case "ipv4" -> IPV4.matches(text);
            case "uuid" -> UUID.matches(text);
            case "hostname" -> HOSTNAME.matches(text);
            case "uri" -> isUri(text);
            default -> true;
        };
    }

    private static boolean parses(Runnable parser) {
        try {
            parser.run();
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean isBase64(String text) {
        try {
            Base64.getDecoder().decode(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isUri(String text) {
        try {
            return new URI(text).isAbsolute() || text.startsWith("/");
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
