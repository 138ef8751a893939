package io.trainyard.spi.parameters;

import io.trainyard.foundation.field.FieldError;
import java.util.List;
import java.util.stream.Collectors;

/** Parameters do not fit the type that a plugin reads them as. The host tells the user, as for any mistake in a TrainJob. */
public final class InvalidParametersException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<FieldError> errors;

    InvalidParametersException(List<FieldError> errors) {
        super(errors.stream()
                .map(error -> error.path() + ": " + error.message())
                .collect(Collectors.joining("; ")));
        this.errors = List.copyOf(errors);
    }

    /** What is wrong, with full paths; never empty. */
    public List<FieldError> errors() {
        return errors;
    }
}
