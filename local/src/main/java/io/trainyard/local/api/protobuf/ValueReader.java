package io.trainyard.local.api.protobuf;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.local.api.protobuf.MessageField.ValueType;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads values that are no messages of the table, into what JSON has in their place. */
final class ValueReader {
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MICROSECONDS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** Seconds of the years 0 to 9999; others have no text. */
    private static final long FIRST_SECOND = -62_167_219_200L;

    private static final long LAST_SECOND = 253_402_300_799L;
    private static final long NANOS = 1_000_000_000L;

    private ValueReader() {}

    /** The value of a field. */
    static @Nullable Object value(ValueType type, WireReader in) {
        in.require(wireType(type));
        return unframed(type, in);
    }

    /** A value, whatever is written before it. */
    static @Nullable Object unframed(ValueType type, WireReader in) {
        return switch (type) {
            case STRING -> in.text();
            case BOOL -> in.varint() != 0;
            case INT32 -> (long) (int) in.varint();
            case INT64 -> in.varint();
            case DOUBLE -> number(Double.longBitsToDouble(in.eightBytes()));
            case BYTES -> Base64.getEncoder().encodeToString(in.bytes());
            case TIME -> time(in.nested(), SECONDS);
            case MICROTIME -> time(in.nested(), MICROSECONDS);
            case QUANTITY -> quantity(in.nested());
            case INTORSTRING -> intOrString(in.nested());
            case JSON -> json(in.nested());
            case MESSAGE -> throw new IllegalArgumentException("a message has a table");
        };
    }

    private static int wireType(ValueType type) {
        return switch (type) {
            case BOOL, INT32, INT64 -> WireReader.VARINT;
            case DOUBLE -> WireReader.EIGHT_BYTES;
            default -> WireReader.LENGTH;
        };
    }

    /** What stands for a value that is not written. */
    static @Nullable Object zero(ValueType type) {
        return switch (type) {
            case STRING, BYTES -> "";
            case BOOL -> false;
            case INT32, INT64, DOUBLE, INTORSTRING -> 0L;
            case QUANTITY -> "0";
            case TIME, MICROTIME, JSON, MESSAGE -> null;
        };
    }

    /** JSON has no fraction where there is none, so that its reader makes a whole number of it. */
    private static Object number(double value) {
        if (!Double.isFinite(value)) {
            throw new MalformedTextException("not protobuf: a number is not finite");
        }
        boolean whole = value == Math.rint(value) && Math.abs(value) < 0x1p63;
        return whole ? (Object) (long) value : (Object) value;
    }

    private static @Nullable String time(WireReader in, DateTimeFormatter format) {
        if (in.isAtEnd()) {
            return null;
        }
        long seconds = 0;
        long nanos = 0;
        while (in.next()) {
            switch (in.number()) {
                case 1 -> seconds = varint(in);
                case 2 -> nanos = (int) varint(in);
                default -> in.skip();
            }
        }
        // First the seconds alone, so that nothing can overflow.
        requireYears(seconds);
        long exact = seconds + Math.floorDiv(nanos, NANOS);
        requireYears(exact);
        return format.format(Instant.ofEpochSecond(exact, Math.floorMod(nanos, NANOS)));
    }

    private static void requireYears(long seconds) {
        if (seconds < FIRST_SECOND || seconds > LAST_SECOND) {
            throw new MalformedTextException("not protobuf: a time is not within the years 0 to 9999");
        }
    }

    private static long varint(WireReader in) {
        in.require(WireReader.VARINT);
        return in.varint();
    }

    private static String text(WireReader in) {
        in.require(WireReader.LENGTH);
        return in.text();
    }

    private static String quantity(WireReader in) {
        String text = "0";
        while (in.next()) {
            if (in.number() == 1) {
                text = text(in);
            } else {
                in.skip();
            }
        }
        return text;
    }

    private static Object intOrString(WireReader in) {
        long kind = 0;
        long number = 0;
        String text = "";
        while (in.next()) {
            switch (in.number()) {
                case 1 -> kind = varint(in);
                case 2 -> number = (int) varint(in);
                case 3 -> text = text(in);
                default -> in.skip();
            }
        }
        if (kind != 0 && kind != 1) {
            throw new MalformedTextException("not protobuf: what is a number or a text is neither");
        }
        return kind == 0 ? (Object) number : text;
    }

    private static @Nullable Object json(WireReader in) {
        byte[] raw = new byte[0];
        while (in.next()) {
            if (in.number() == 1) {
                in.require(WireReader.LENGTH);
                raw = in.bytes();
            } else {
                in.skip();
            }
        }
        return raw.length == 0 ? null : Json.parse(raw);
    }
}
