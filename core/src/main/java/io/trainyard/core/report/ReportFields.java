package io.trainyard.core.report;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object as the stock server reads them: names match without regard to case where none matches exactly, unknown ones are not looked
 * at, null counts as absent, and nothing is converted. Pure.
 *
 * @param path of the object, for messages; empty for the whole body
 */
record ReportFields(String path, Map<String, Object> fields) {
    static ReportFields of(String path, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return new ReportFields(path, Tree.object(map));
        }
        throw InvalidReportException.payload(
                (path.isEmpty() ? "the body" : path) + " must be a JSON object, not " + kind(value));
    }

    String field(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    Optional<ReportFields> object(String name) {
        return value(name).map(value -> of(field(name), value));
    }

    List<?> list(String name) {
        Optional<Object> value = value(name);
        if (value.isEmpty()) {
            return List.of();
        }
        if (value.get() instanceof List<?> list) {
            return list;
        }
        throw wrong(name, "a list", value.get());
    }

    Optional<String> text(String name) {
        return value(name).map(value -> {
            if (value instanceof String text) {
                return text;
            }
            throw wrong(name, "a string", value);
        });
    }

    /** A whole number without fraction or exponent. */
    Optional<Long> whole(String name) {
        return value(name).map(value -> {
            if (value instanceof Long number) {
                return number;
            }
            throw wrong(name, "a whole number", value);
        });
    }

    /** A whole number of 32 bits. */
    Optional<Integer> int32(String name) {
        return whole(name).map(number -> {
            if (number.intValue() == number) {
                return number.intValue();
            }
            throw wrong(name, "a whole number of 32 bits", number);
        });
    }

    Optional<Double> number(String name) {
        return value(name).map(value -> {
            if (value instanceof Number number) {
                return number.doubleValue();
            }
            throw wrong(name, "a number", value);
        });
    }

    private InvalidReportException wrong(String name, String expected, Object value) {
        return InvalidReportException.payload(field(name) + " must be " + expected + ", not " + kind(value));
    }

    /** What JSON calls it; a value itself may be long, or nobody else's business. */
    private static String kind(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof String) {
            return "a string";
        }
        if (value instanceof Number number) {
            return number.toString();
        }
        return value instanceof List<?> ? "a list" : value instanceof Map<?, ?> ? "an object" : value.toString();
    }

    private Optional<Object> value(String name) {
        if (fields.containsKey(name)) {
            return Optional.ofNullable(fields.get(name));
        }
        @Nullable Object similar = null;
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            if (field.getKey().equalsIgnoreCase(name)) {
                similar = field.getValue();
            }
        }
        return Optional.ofNullable(similar);
    }
}
