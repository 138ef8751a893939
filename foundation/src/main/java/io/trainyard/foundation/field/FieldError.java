package io.trainyard.foundation.field;

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
        REQUIRED("Required value"),
        INVALID("Invalid value"),
        NOT_SUPPORTED("Unsupported value"),
        FORBIDDEN("Forbidden"),
        DUPLICATE("Duplicate value"),
        TOO_LONG("Too long"),
        TOO_MANY("Too many"),
        INTERNAL("Internal error");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** How the kind reads in a message. */
        public String text() {
            return text;
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
