package io.trainyard.core.admission;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.extension.InvalidTrainJobException;

/** Failures of compiling as findings. */
public final class InvalidFields {
    private InvalidFields() {}

    /** Messages of the compiler begin with the field where there is one: {@code spec.a: must ...} or {@code spec.a is not ...}. */
    public static FieldError of(InvalidTrainJobException invalid) {
        String message = String.valueOf(invalid.getMessage());
        int space = message.indexOf(' ');
        if (space < 0 || !(message.startsWith("spec") || message.startsWith("metadata"))) {
            return FieldError.invalid("spec", null, message);
        }
        String field = message.substring(0, space);
        return FieldError.invalid(
                field.endsWith(":") ? field.substring(0, field.length() - 1) : field,
                null,
                message.substring(space + 1));
    }
}
