package io.trainyard.core.admission;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
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

    /**
     * The details of a refusal, as the tree of a Kubernetes Status has them: the object and the causes. Empty when there are no causes.
     *
     * @param request that this answers
     */
    public Map<String, Object> details(AdmissionRequest request) {
        if (causes.isEmpty()) {
            return Map.of();
        }
        return Tree.of(
                "group",
                request.group(),
                "kind",
                request.kind(),
                "name",
                request.nameOrGenerateName(),
                "causes",
                causes.stream().map(AdmissionResponse::cause).toList());
    }

    private static Map<String, Object> cause(FieldError error) {
        return Tree.of("reason", error.kind().reason(), "field", error.path(), "message", error.message());
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
