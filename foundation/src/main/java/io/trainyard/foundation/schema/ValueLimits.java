package io.trainyard.foundation.schema;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Constraints of one schema node on its value. Absent ones are null or empty.
 *
 * @param required names of properties that must be present
 * @param allowed the values of {@code enum}
 * @param format a format that strings and numbers must have; unknown formats constrain nothing
 * @param pattern a regular expression that must be found somewhere in the string
 */
record ValueLimits(
        List<String> required,
        List<Object> allowed,
        @Nullable String format,
        @Nullable LinearPattern pattern,
        @Nullable Number minimum,
        @Nullable Number maximum,
        boolean exclusiveMinimum,
        boolean exclusiveMaximum,
        @Nullable Number multipleOf,
        @Nullable Long minLength,
        @Nullable Long maxLength,
        @Nullable Long minItems,
        @Nullable Long maxItems,
        boolean uniqueItems,
        @Nullable Long minProperties,
        @Nullable Long maxProperties) {}
