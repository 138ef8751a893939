package io.trainyard.core.admission;

import io.trainyard.foundation.field.FieldError;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What becomes of a request.
 *
 * @param allowed whether the object may be stored
 * @param code HTTP status code for the user when it is not allowed
 * @param reason Kubernetes' reason, such as {@code Invalid} or {@code Forbidden}; empty when allowed
 * @param message for the user; empty when allowed
 * @param causes the findings behind a refusal, one for each field; empty when it has no field
 * @param warnings shown to the user in either case
 * @param changed the object as it should be stored instead; empty when it stays as it is
 */
public record AdmissionResponse(
        boolean allowed,
        int code,
        String reason,
        String message,
        List<FieldError> causes,
        List<String> warnings,
        Optional<Map<String, Object>> changed) {
    public AdmissionResponse {
        causes = List.copyOf(causes);
        warnings = List.copyOf(warnings);
    }

    public static AdmissionResponse allowed(List<String> warnings) {
        return new AdmissionResponse(true, 200, "", "", List.of(), warnings, Optional.empty());
    }

    public static AdmissionResponse changed(Map<String, Object> object, List<String> warnings) {
        return new AdmissionResponse(true, 200, "", "", List.of(), warnings, Optional.of(object));
    }

    public static AdmissionResponse refused(
            int code, String reason, String message, List<FieldError> causes, List<String> warnings) {
        return new AdmissionResponse(false, code, reason, message, causes, warnings, Optional.empty());
    }
}
