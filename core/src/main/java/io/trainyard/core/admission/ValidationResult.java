package io.trainyard.core.admission;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The findings about one object.
 *
 * @param findings errors and warnings, in the order of the rules
 * @param internalError whether something other than the object is to blame for an error: a plugin, or the API server
 */
public record ValidationResult(Validation findings, boolean internalError) {
    private static final int FORBIDDEN = 403;
    private static final int INTERNAL_ERROR = 500;
    private static final int MAX_WARNING_LENGTH = 256;
    private static final LinearPattern LINE_BREAK = LinearPattern.of("\\s*[\\n\\v\\f\\r\\x{85}\\x{2028}\\x{2029}]\\s*");

    static ValidationResult of(Validation findings) {
        return new ValidationResult(
                findings, findings.errors().stream().anyMatch(error -> error.kind() == FieldError.Kind.INTERNAL));
    }

    /** These findings followed by others. */
    ValidationResult and(ValidationResult other) {
        return new ValidationResult(findings.and(other.findings), internalError || other.internalError);
    }

    /** How it reads to an API server. */
    AdmissionResponse answer() {
        List<String> warnings = findings.warnings().stream()
                .map(ValidationResult::warning)
                .distinct()
                .toList();
        if (findings.errors().isEmpty()) {
            return AdmissionResponse.allowed(warnings);
        }
        LinkedHashSet<String> texts = findings.errors().stream()
                .map(FieldError::toString)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        String message = texts.size() == 1 ? texts.iterator().next() : "[" + String.join(", ", texts) + "]";
        return AdmissionResponse.refused(
                internalError ? INTERNAL_ERROR : FORBIDDEN,
                internalError ? "InternalError" : "Forbidden",
                message,
                findings.errors(),
                warnings);
    }

    private static String warning(String text) {
        String line = LINE_BREAK.replaceAll(text, " ");
        return line.length() <= MAX_WARNING_LENGTH ? line : line.substring(0, MAX_WARNING_LENGTH - 1) + "…";
    }
}
