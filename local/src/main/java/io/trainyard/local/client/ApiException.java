package io.trainyard.local.client;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer of an API server that is a failure, or the lack of an answer. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final String reason;
    private final transient Map<String, Object> details;
    private final transient List<String> warnings;

    public ApiException(int code, String reason, String message, Map<String, Object> details) {
        this(code, reason, message, details, List.of());
    }

    /**
     * A refusal.
     *
     * @param warnings what the user is told besides
     */
    public ApiException(int code, String reason, String message, Map<String, Object> details, List<String> warnings) {
        super(message, null, false, false);
        this.warnings = List.copyOf(warnings);
        this.code = code;
        this.reason = reason;
        this.details = Map.copyOf(details);
    }

    private ApiException(String message, Throwable cause) {
        super(message, cause);
        this.code = 0;
        this.reason = "";
        this.details = Map.of();
        this.warnings = List.of();
    }

    /** No answer came; the request may have taken effect. */
    public static ApiException unreachable(Throwable cause) {
        return new ApiException("no answer from the API server: " + cause.getMessage(), cause);
    }

    public static ApiException badRequest(String message) {
        return new ApiException(400, "BadRequest", message, Map.of());
    }

    public static ApiException notFound(Resource resource, String name) {
        return new ApiException(
                404,
                "NotFound",
                resource.qualifiedName() + " \"" + name + "\" not found",
                details(resource.group(), resource.plural(), name));
    }

    public static ApiException alreadyExists(Resource resource, String name) {
        return new ApiException(
                409,
                "AlreadyExists",
                resource.qualifiedName() + " \"" + name + "\" already exists",
                details(resource.group(), resource.plural(), name));
    }

    /** The object is not in the state that the request relies on. */
    public static ApiException conflict(Resource resource, String name, String why) {
        return new ApiException(
                409,
                "Conflict",
                "Operation cannot be fulfilled on " + resource.qualifiedName() + " \"" + name + "\": " + why,
                details(resource.group(), resource.plural(), name));
    }

    public static ApiException forbidden(Resource resource, String name, String why) {
        return new ApiException(
                403,
                "Forbidden",
                resource.qualifiedName() + " \"" + name + "\" is forbidden: " + why,
                details(resource.group(), resource.plural(), name));
    }

    public static ApiException methodNotAllowed(Object method) {
        return new ApiException(
                405,
                "MethodNotAllowed",
                "the server does not allow this method on the requested resource: " + method,
                Map.of());
    }

    /** A resourceVersion or a continue token is too old (410). */
    public static ApiException expired(String message) {
        return new ApiException(410, "Expired", message, Map.of());
    }

    public static ApiException unsupportedMediaType(String message) {
        return new ApiException(415, "UnsupportedMediaType", message, Map.of());
    }

    /** What a Status says of the object that it is about. */
    public static Map<String, Object> details(String group, String kind, String name) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("name", name);
        if (!group.isEmpty()) {
            details.put("group", group);
        }
        details.put("kind", kind);
        return details;
    }

    /** The failure that a {@code Status} object describes. */
    public static ApiException of(int code, Object status) {
        String message = Tree.text(status, "message");
        return new ApiException(
                (int) Tree.integer(code, status, "code"),
                Tree.text(status, "reason"),
                message.isEmpty() ? "HTTP " + code : message,
                Tree.child(status, "details"));
    }

    /** HTTP status; 0 when there was no answer. */
    public int code() {
        return code;
    }

    /** Reason in one word, such as {@code NotFound}; empty when none was given. */
    public String reason() {
        return reason;
    }

    public boolean isNotFound() {
        return code == 404;
    }

    /** The object, or the name, is taken. */
    public boolean isAlreadyExists() {
        return code == 409 && reason.equals("AlreadyExists");
    }

    /** An old resourceVersion, a failed precondition or a field of another manager. */
    public boolean isConflict() {
        return code == 409 && reason.equals("Conflict");
    }

    /** A resourceVersion or a continue token is too old; list again. */
    public boolean isExpired() {
        return code == 410;
    }

    /** What the user is told besides; empty when it came from another process. */
    public List<String> warnings() {
        return warnings;
    }

    /** Name, group, kind and causes, as the API server gave them; empty when it gave none. */
    public Map<String, Object> details() {
        return details;
    }

    /** The fields that were wrong, in the order of the answer. */
    public List<Cause> causes() {
        List<Cause> causes = new ArrayList<>();
        for (Map<String, Object> cause : Tree.objects(details, "causes")) {
            causes.add(new Cause(Tree.text(cause, "reason"), Tree.text(cause, "field"), Tree.text(cause, "message")));
        }
        return causes;
    }

    /** How many seconds to wait before trying again; null when the answer does not say. */
    public @Nullable Long retryAfterSeconds() {
        return details.get("retryAfterSeconds") instanceof Number seconds ? (Long) seconds.longValue() : null;
    }

    /** The {@code Status} object that an API server answers with. */
    public Map<String, Object> toStatus() {
        Map<String, Object> status =
                Tree.of("kind", "Status", "apiVersion", "v1", "metadata", new LinkedHashMap<>(), "status", "Failure");
        status.put("message", getMessage());
        if (!reason.isEmpty()) {
            status.put("reason", reason);
        }
        if (!details.isEmpty()) {
            status.put("details", details);
        }
        status.put("code", (long) code);
        return status;
    }

    /**
     * One thing that was wrong.
     *
     * @param reason in one word, such as {@code FieldValueInvalid}
     * @param field path of the field
     * @param message what is wrong with it
     */
    public record Cause(String reason, String field, String message) {}
}
