package io.trainyard.core.admission;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The findings about one object.
 *
 * @param findings errors and warnings, in the order of the rules
 * @param fault whether something other than the object is to blame for an error: a plugin, or the API server
 */
public record Judgement(Validation findings, boolean fault) {
    private static final int FORBIDDEN = 403;
    private static final int INTERNAL_ERROR = 500;
    private static final int LONGEST_WARNING = 256;

    static Judgement of(Validation findings) {
        return new Judgement(
                findings, findings.errors().stream().anyMatch(error -> error.kind() == FieldError.Kind.INTERNAL));
    }

    /** These findings followed by others. */
    Judgement and(Judgement other) {
        return new Judgement(findings.and(other.findings), fault || other.fault);
    }

    /** How it reads to an API server. */
    AdmissionAnswer answer() {
        List<String> warnings =
                findings.warnings().stream().map(Judgement::warning).distinct().toList();
        if (findings.errors().isEmpty()) {
            return AdmissionAnswer.allowed(warnings);
        }
        LinkedHashSet<String> texts = findings.errors().stream()
                .map(FieldError::toString)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        String message = texts.size() == 1 ? texts.iterator().next() : "[" + String.join(", ", texts) + "]";
        return AdmissionAnswer.refused(
                fault ? INTERNAL_ERROR : FORBIDDEN,
                fault ? "InternalError" : "Forbidden",
                message,
                findings.errors(),
                warnings);
    }

    private static String warning(String text) {
        String line = text.replaceAll("\\s*\\R\\s*", " ");
        return line.length() <= LONGEST_WARNING ? line : line.substring(0, LONGEST_WARNING - 1) + "…";
    }
}
