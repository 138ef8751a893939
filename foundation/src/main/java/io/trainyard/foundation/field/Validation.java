package io.trainyard.foundation.field;

import java.util.ArrayList;
import java.util.List;

/**
 * The findings of a validation.
 *
 * @param errors each refuses the object; empty when it is acceptable
 * @param warnings shown to the user; empty when there are none
 */
public record Validation(List<FieldError> errors, List<String> warnings) {
    /** Nothing to report. */
    public static final Validation OK = new Validation(List.of(), List.of());

    public Validation {
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
    }

    /** Findings are collected here, in order. */
    public static Builder builder() {
        return new Builder();
    }

    /** These findings followed by others. */
    public Validation and(Validation other) {
        return builder().addAll(this).addAll(other).build();
    }

    /** Collects findings; not thread-safe. */
    public static final class Builder {
        private final List<FieldError> errors = new ArrayList<>();
        private final List<String> warnings = new ArrayList<>();

        private Builder() {}

        public Builder error(FieldError error) {
            errors.add(error);
            return this;
        }

        public Builder warning(String warning) {
            warnings.add(warning);
            return this;
        }

        public Builder addAll(Validation other) {
            errors.addAll(other.errors());
            warnings.addAll(other.warnings());
            return this;
        }

        public Validation build() {
            return errors.isEmpty() && warnings.isEmpty() ? OK : new Validation(errors, warnings);
        }
    }
}
