package io.trainyard.foundation.field;

import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Something wrong at one field.
 *
 * @param path the field as a user would write it, such as {@code spec.trainer.env[2].name}
 * @param kind what sort of mistake it is
 * @param value the offending value; null when there is none, or when it must not be shown
 * @param message what would be right, without path and value
 */
public record FieldError(String path, Kind kind, @Nullable Object value, String message) {
    /** Sorts of mistakes; the text is the one that Kubernetes users know. */
    public enum Kind {
        REQUIRED("Required value", "FieldValueRequired"),
        INVALID("Invalid value", "FieldValueInvalid"),
        NOT_SUPPORTED("Unsupported value", "FieldValueNotSupported"),
        FORBIDDEN("Forbidden", "FieldValueForbidden"),
        DUPLICATE("Duplicate value", "FieldValueDuplicate"),
        TOO_LONG("Too long", "FieldValueTooLong"),
        TOO_MANY("Too many", "FieldValueTooMany"),
        INTERNAL("Internal error", "InternalError");

        private final String text;
        private final String reason;

        Kind(String text, String reason) {
            this.text = text;
            this.reason = reason;
        }

        /** The kind that Kubernetes calls so; empty when none is, also for null. */
        public static Optional<Kind> ofReason(@Nullable String reason) {
            return Stream.of(values())
                    .filter(kind -> kind.reason.equals(reason))
                    .findFirst();
        }

        /** How the kind reads in a message. */
        public String text() {
            return text;
        }

        /** What Kubernetes calls the kind, as the reason of a cause in the details of a Status. */
        public String reason() {
            return reason;
        }
    }

    public static FieldError invalid(String path, @Nullable Object value, String message) {
        return new FieldError(path, Kind.INVALID, value, message);
    }

    public static FieldError required(String path, String message) {
        return new FieldError(path, Kind.REQUIRED, null, message);
    }

    public static FieldError forbidden(String path, String message) {
        return new FieldError(path, Kind.FORBIDDEN, null, message);
    }

    public static FieldError notSupported(String path, @Nullable Object value, String message) {
        return new FieldError(path, Kind.NOT_SUPPORTED, value, message);
    }

    /** One line: path, kind, value and message. */
    @Override
    public String toString() {
        String shown = value == null ? "" : ": " + ShownValue.of(value);
        return path + ": " + kind.text() + shown + (message.isEmpty() ? "" : ": " + message);
    }
}
