package io.trainyard.core.config;

import java.util.List;
import java.util.Map;

/** How a message names a value of the wrong type: {@code must be a list, not an object}. {@code FieldError} shows values whole. Pure. */
public final class WrongValue {
    private static final int MAX_LENGTH = 60;

    private WrongValue() {}

    /**
     * Quotes a string, gives a number or a boolean as it is, and only says what an object or a list is. Long values are cut.
     *
     * @param value as JSON and YAML are read: map, list, string, number or boolean
     */
    public static String of(Object value) {
        if (value instanceof Map) {
            return "an object";
        }
        if (value instanceof List) {
            return "a list";
        }
        String text = value.toString();
        String shown = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) + "…" : text;
        return value instanceof String ? "\"" + shown + "\"" : shown;
    }
}
