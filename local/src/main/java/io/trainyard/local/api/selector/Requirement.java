package io.trainyard.local.api.selector;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a label or a field must be.
 *
 * @param operator one of {@code =}, {@code ==}, {@code in}, {@code !=}, {@code notin}, {@code <}, {@code >}; {@code !} when there may be
 *     none, and empty when any will do
 */
record Requirement(String key, String operator, List<String> values) {
    boolean holds(@Nullable Object value) {
        return switch (operator) {
            case "" -> value != null;
            case "!" -> value == null;
            case "!=", "notin" -> value == null || !values.contains(value);
            case "<", ">" -> value != null && compares(String.valueOf(value));
            default -> value != null && values.contains(value);
        };
    }

    private boolean compares(String value) {
        try {
            int order = Long.compare(Long.parseLong(value), Long.parseLong(values.get(0)));
            return operator.equals("<") ? order < 0 : order > 0;
        } catch (NumberFormatException e) {
            // A label that is no number is neither greater nor less.
            return false;
        }
    }
}
