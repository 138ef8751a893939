package io.trainyard.local.api.request;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.client.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Field errors as the API reports them. */
final class StatusErrors {
    private StatusErrors() {}

    /** The refusal of an object because of its fields (422). */
    static ApiException invalid(ResourceType type, String name, List<FieldError> errors) {
        String group = type.resource().group();
        String kind = group.isEmpty() ? type.kind() : type.kind() + "." + group;
        List<String> texts = errors.stream()
                .map(error -> error.path() + ": " + text(error))
                .distinct()
                .toList();
        String list = texts.size() == 1 ? texts.get(0) : texts.stream().collect(Collectors.joining(", ", "[", "]"));
        Map<String, Object> details = ApiException.details(group, type.kind(), name);
        details.put("causes", causes(errors));
        return new ApiException(422, "Invalid", kind + " \"" + name + "\" is invalid: " + list, details);
    }

    /** The refusal of a new object whose name is taken (409). */
    static ApiException alreadyExists(ResourceType type, String name, boolean isBeingDeleted) {
        ApiException taken = ApiException.alreadyExists(type.resource(), name);
        return isBeingDeleted
                ? new ApiException(
                        taken.code(), taken.reason(), "object is being deleted: " + taken.getMessage(), taken.details())
                : taken;
    }

    /** The refusal of a new object in a namespace that is to go (403). */
    static ApiException namespaceTerminating(ResourceType type, String name, String namespace) {
        String reason = "namespace " + namespace + " is being terminated";
        Map<String, Object> details =
                ApiException.details(type.resource().group(), type.resource().plural(), name);
        details.put(
                "causes",
                List.of(Tree.of("reason", "NamespaceTerminating", "message", reason, "field", "metadata.namespace")));
        String message =
                type.resource().qualifiedName() + " \"" + name + "\" is forbidden: unable to create new content in "
                        + "namespace " + namespace + " because it is being terminated";
        return new ApiException(403, "Forbidden", message, details);
    }

    /** The refusal of a request because of its parameters (422). */
    static ApiException invalidOptions(String kind, FieldError error) {
        return new ApiException(
                422,
                "Invalid",
                kind + ".meta.k8s.io \"\" is invalid: " + error.path() + ": " + text(error),
                Tree.of("group", "meta.k8s.io", "kind", kind, "causes", causes(List.of(error))));
    }

    private static List<Object> causes(List<FieldError> errors) {
        List<Object> causes = new ArrayList<>();
        for (FieldError error : errors) {
            causes.add(Tree.of("reason", error.kind().reason(), "message", text(error), "field", error.path()));
        }
        return causes;
    }

    private static String text(FieldError error) {
        StringBuilder text = new StringBuilder(error.kind().text());
        if (error.value() != null) {
            text.append(": ").append(Json.text(jsonOf(error.value())));
        }
        if (!error.message().isEmpty()) {
            text.append(": ").append(error.message());
        }
        return text.toString();
    }

    private static Object jsonOf(Object value) {
        boolean json =
                value instanceof Map || value instanceof List || value instanceof Number || value instanceof Boolean;
        return json ? value : value.toString();
    }
}
