package io.trainyard.foundation.field;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** How an offending value reads in a message: as JSON, cut off where it would fill the screen. */
final class ShownValue {
    private static final int MAX_LENGTH = 200;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ShownValue() {}

    static String of(Object value) {
        if (value instanceof CharSequence text) {
            return "\"" + cut(text.toString()) + "\"";
        }
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        try {
            return cut(MAPPER.writeValueAsString(value));
        } catch (JsonProcessingException notATree) {
            return cut(value.toString());
        }
    }

    private static String cut(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
    }
}
