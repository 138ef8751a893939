package io.trainyard.local.api.request;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.patch.MergePatch;
import io.trainyard.foundation.patch.PatchException;
import io.trainyard.foundation.patch.StrategicMerge;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.ownership.FieldConflict;
import io.trainyard.local.api.ownership.FieldConflictException;
import io.trainyard.local.api.ownership.FieldManager;
import io.trainyard.local.api.ownership.FieldManager.Applied;
import io.trainyard.local.api.ownership.ManagedFields;
import io.trainyard.local.api.ownership.Manager;
import io.trainyard.local.api.ownership.Manager.Operation;
import io.trainyard.local.api.patch.JsonPatch;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.ObjectStore;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** PATCH in its four forms. */
final class PatchRequests {
    private final ObjectStore store;
    private final CandidateBuilder builder;
    private final WriteRequests writes;
    private final SystemFields systemFields;

    PatchRequests(ObjectStore store, CandidateBuilder builder, WriteRequests writes, SystemFields systemFields) {
        this.store = store;
        this.builder = builder;
        this.writes = writes;
        this.systemFields = systemFields;
    }

    Future<ApiResponse> patch(ResourceType type, ApiRequest request) {
        PatchType patchType = request.patchType();
        if (patchType == null || (patchType == PatchType.STRATEGIC && type.isCustom())) {
            throw ApiException.unsupportedMediaType(
                    "the body of the request was in an unknown format - accepted media types include: "
                            + (type.isCustom()
                                    ? "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml"
                                    : "application/json-patch+json, application/merge-patch+json, "
                                            + "application/strategic-merge-patch+json, application/apply-patch+yaml"));
        }
        ObjectKey key = new ObjectKey(request.namespace(), request.name());
        return writes.commit(
                () -> {
                    StoredObject existing = store.get(type.storage(), key).orElse(null);
                    return patchType == PatchType.APPLY
                            ? applied(type, request, existing)
                            : patched(type, request, patchType, existing);
                },
                request,
                201);
    }

    private Candidate patched(
            ResourceType type, ApiRequest request, PatchType patchType, @Nullable StoredObject existing) {
        if (existing == null) {
            throw ApiException.notFound(type.resource(), request.name());
        }
        Map<String, Object> object = Tree.copy(patch(type, type.render(existing), patchType, request.body()));
        List<String> warnings = new ArrayList<>();
        object = ObjectDecoder.object(type, object);
        ObjectDecoder.ofPatch(request.parameters().fieldValidation(), warnings, type, request.name(), request.body())
                .decode(type, object);
        return builder.update(type, request, existing, object, null, warnings);
    }

    static Map<String, Object> patch(
            ResourceType type, Map<String, Object> object, PatchType patchType, @Nullable Object patch) {
        try {
            if (patchType == PatchType.JSON) {
                if (patch instanceof List<?> operations) {
                    return JsonPatch.apply(object, operations);
                }
                throw ApiException.badRequest("a JSON patch must be a list of operations");
            }
            if (patch instanceof Map<?, ?> map) {
                return patchType == PatchType.MERGE
                        ? MergePatch.apply(object, Tree.object(map))
                        : StrategicMerge.apply(type.schema(), object, Tree.object(map));
            }
            throw ApiException.badRequest("the patch must be an object");
        } catch (PatchException e) {
            throw new ApiException(
                    422,
                    "Invalid",
                    "the server rejected our request due to an error in our request: " + e.getMessage(),
                    Map.of());
        }
    }

    private Candidate applied(ResourceType type, ApiRequest request, @Nullable StoredObject existing) {
        RequestParameters parameters = request.parameters();
        if (parameters.text("fieldManager").isEmpty()) {
            throw StatusErrors.invalidOptions(
                    "PatchOptions", FieldError.required("fieldManager", "is required for apply patch"));
        }
        List<String> warnings = new ArrayList<>();
        Map<String, Object> config = configuration(type, request, existing, warnings);
        if (existing == null && !request.subresource().isEmpty()) {
            throw ApiException.notFound(type.resource(), request.name());
        }
        Map<String, Object> present = existing == null ? Map.of() : type.render(existing);
        ManagedFields owners = existing == null ? ManagedFields.NONE : CandidateBuilder.ownersOf(existing.tree());
        Manager manager =
                new Manager(request.fieldManager(), Operation.APPLY, type.apiVersion(), request.subresource());
        Applied result = apply(type, present, config, owners, manager, parameters.flag("force"));
        Map<String, Object> object = Tree.copy(result.object());
        new ObjectDecoder(RequestParameters.FieldValidation.IGNORE, warnings).decode(type, object);
        if (existing == null) {
            writes.requireNamespace(type, request.namespace(), request.name());
            return builder.create(type, request, object, result.owners(), warnings);
        }
        return builder.update(type, request, existing, object, result.owners(), warnings);
    }

    private Applied apply(
            ResourceType type,
            Map<String, Object> present,
            Map<String, Object> config,
            ManagedFields owners,
            Manager manager,
            boolean force) {
        try {
            return new FieldManager(type.schema()).apply(present, config, owners, manager, force, systemFields.now());
        } catch (FieldConflictException e) {
            List<Object> causes = new ArrayList<>();
            for (FieldConflict conflict : e.conflicts()) {
                causes.add(Tree.of(
                        "reason",
                        "FieldManagerConflict",
                        "message",
                        "conflict with " + conflict.owner(),
                        "field",
                        conflict.path()));
            }
            throw new ApiException(409, "Conflict", String.valueOf(e.getMessage()), Map.of("causes", causes));
        }
    }

    /** What the client wants to own, without what it cannot own by this request. */
    private static Map<String, Object> configuration(
            ResourceType type, ApiRequest request, @Nullable StoredObject existing, List<String> warnings) {
        Map<String, Object> config = ObjectDecoder.object(type, Tree.copyOf(request.body()));
        Map<String, Object> metadata = Tree.ensure(config, "metadata");
        if (!Tree.list(metadata, "managedFields").isEmpty()) {
            throw ApiException.badRequest("metadata.managedFields must be nil");
        }
        String name = Tree.text(metadata, "name");
        if (!name.isEmpty() && !name.equals(request.name())) {
            throw ApiException.badRequest("the name of the object (" + name + ") does not match the name on the URL ("
                    + request.name() + ")");
        }
        metadata.put("name", request.name());
        String uid = Tree.text(metadata, "uid");
        if (existing == null && !uid.isEmpty()) {
            throw ApiException.conflict(
                    type.resource(),
                    request.name(),
                    "uid mismatch: the provided object specified uid " + uid + ", and no existing object was found");
        }
        new ObjectDecoder(request.parameters().fieldValidation(), warnings).pruneApplied(type, config);
        if (request.subresource().equals("status")) {
            config.keySet().removeIf(field -> !List.of("apiVersion", "kind", "metadata", "status")
                    .contains(field));
            if (type.isCustom()) {
                metadata.keySet().retainAll(List.of("name", "namespace", "uid", "resourceVersion"));
            }
        } else if (type.hasStatus()) {
            config.remove("status");
        }
        return config;
    }
}
