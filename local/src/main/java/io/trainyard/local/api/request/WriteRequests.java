package io.trainyard.local.api.request;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.AdmissionHook.Operation;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.store.GroupResource;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.ObjectStore;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** POST and PUT, and the last step of every other write. */
final class WriteRequests {
    private static final GroupResource NAMESPACES = new GroupResource("", "namespaces");
    private static final int MAX_ATTEMPTS = 10;

    private final ObjectStore store;
    private final CandidateBuilder builder;
    private final AdmissionChain admission;

    WriteRequests(ObjectStore store, CandidateBuilder builder, AdmissionChain admission) {
        this.store = store;
        this.builder = builder;
        this.admission = admission;
    }

    void preload(ResourceType type, Map<String, Object> object, Optional<Instant> created) {
        object.put("apiVersion", type.apiVersion());
        object.put("kind", type.kind());
        builder.complete(type, object);
        String name = Tree.text(object, "metadata", "name");
        created.ifPresent(at -> {
            String identity = type.storage() + "/" + name + "/" + at;
            Tree.put(
                    object,
                    UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8))
                            .toString(),
                    "metadata",
                    "uid");
            Tree.put(object, SystemFields.text(at), "metadata", "creationTimestamp");
        });
        store.put(type.storage(), new ObjectKey("", name), object);
    }

    Future<ApiResponse> create(ResourceType type, ApiRequest request) {
        return commit(() -> newObject(type, request), request, 201);
    }

    private Candidate newObject(ResourceType type, ApiRequest request) {
        List<String> warnings = new ArrayList<>();
        Map<String, Object> object = decoded(type, request, warnings);
        requireNamespace(type, request.namespace(), Tree.text(object, "metadata", "name"));
        return builder.create(type, request, object, null, warnings);
    }

    Future<ApiResponse> update(ResourceType type, ApiRequest request) {
        return commit(() -> changedObject(type, request), request, 200);
    }

    private Candidate changedObject(ResourceType type, ApiRequest request) {
        List<String> warnings = new ArrayList<>();
        Map<String, Object> object = decoded(type, request, warnings);
        StoredObject existing = store.get(type.storage(), new ObjectKey(request.namespace(), request.name()))
                .orElseThrow(() -> ApiException.notFound(type.resource(), request.name()));
        requireUid(type, request.name(), Tree.text(object, "metadata", "uid"), existing.uid());
        if (type.isCustom() && Tree.text(object, "metadata", "resourceVersion").isEmpty()) {
            throw StatusErrors.invalid(
                    type,
                    request.name(),
                    List.of(FieldError.invalid("metadata.resourceVersion", 0L, "must be specified for an update")));
        }
        return builder.update(type, request, existing, object, null, warnings);
    }

    /** In an object that replaces another the uid is a precondition; in a patch it is a change. */
    private static void requireUid(ResourceType type, String name, String wanted, String current) {
        if (!wanted.isEmpty() && !wanted.equals(current)) {
            throw ApiException.conflict(
                    type.resource(),
                    name,
                    "Precondition failed: UID in precondition: " + wanted + ", UID in object meta: " + current);
        }
    }

    private static Map<String, Object> decoded(ResourceType type, ApiRequest request, List<String> warnings) {
        // A second attempt must not find what the first one made of the body.
        Map<String, Object> object = ObjectDecoder.object(type, Tree.copyOf(request.body()));
        ObjectDecoder.ofBody(request.parameters().fieldValidation(), warnings, type)
                .decode(type, object);
        return object;
    }

    /** Objects can only be created in a namespace that exists and is not about to go. */
    void requireNamespace(ResourceType type, String namespace, String name) {
        if (!type.namespaced()) {
            return;
        }
        if (namespace.isEmpty()) {
            throw ApiException.badRequest("an empty namespace may not be set during creation");
        }
        StoredObject found = store.get(NAMESPACES, new ObjectKey("", namespace))
                .orElseThrow(() -> ApiException.notFound(Resource.NAMESPACES, namespace));
        if (found.isBeingDeleted()) {
            throw StatusErrors.namespaceTerminating(type, name, namespace);
        }
    }

    /**
     * Does a write, once all hooks agree. If the object changes while they think about it, the write is worked out anew.
     *
     * @param attempt works the write out
     * @param createdCode what to answer when the object is new
     */
    Future<ApiResponse> commit(Supplier<Candidate> attempt, ApiRequest request, int createdCode) {
        return commit(attempt, request.parameters().dryRun(), createdCode, 1);
    }

    private Future<ApiResponse> commit(
            Supplier<Candidate> attempt, boolean dryRun, int createdCode, int attemptNumber) {
        Candidate candidate = attempt.get();
        if (!admission.handles(candidate.type(), candidate.subresource())) {
            return Future.succeededFuture(store(candidate, dryRun, createdCode));
        }
        Operation operation = candidate.existing() == null ? Operation.CREATE : Operation.UPDATE;
        return admission.validate(operation, candidate, dryRun).compose(warnings -> {
            candidate.warnings().addAll(warnings);
            StoredObject seen = candidate.existing();
            StoredObject present = current(candidate);
            if (seen == null || (present != null && present.revision() == seen.revision())) {
                return Future.succeededFuture(store(candidate, dryRun, createdCode));
            }
            if (attemptNumber == MAX_ATTEMPTS) {
                throw ApiException.conflict(
                        candidate.type().resource(),
                        candidate.key().name(),
                        "the object changed " + MAX_ATTEMPTS + " times while it was being admitted");
            }
            return commit(attempt, dryRun, createdCode, attemptNumber + 1);
        });
    }

    private @Nullable StoredObject current(Candidate candidate) {
        return store.get(candidate.type().storage(), candidate.key()).orElse(null);
    }

    private ApiResponse store(Candidate candidate, boolean dryRun, int createdCode) {
        ResourceType type = candidate.type();
        StoredObject existing = candidate.existing();
        if (existing == null) {
            StoredObject present = current(candidate);
            if (present != null) {
                throw StatusErrors.alreadyExists(type, candidate.key().name(), present.isBeingDeleted());
            }
            return answer(createdCode, candidate, dryRun ? null : put(candidate));
        }
        if (NoOpUpdate.is(candidate.object(), existing.tree())) {
            return answer(200, candidate, existing);
        }
        if (dryRun) {
            return answer(200, candidate, null);
        }
        if (isReleased(type, candidate.object())) {
            return answer(200, candidate, store.release(type.storage(), candidate.key(), candidate.object()));
        }
        return answer(200, candidate, put(candidate));
    }

    private StoredObject put(Candidate candidate) {
        return store.put(candidate.type().storage(), candidate.key(), candidate.object());
    }

    /** True when deletion was asked for and nothing holds the object any more. */
    private static boolean isReleased(ResourceType type, Map<String, Object> object) {
        return Tree.at(object, "metadata", "deletionTimestamp") != null
                && Tree.list(object, "metadata", "finalizers").isEmpty()
                && !type.behavior().holdsDeletion(object)
                && Tree.integer(0, object, "metadata", "deletionGracePeriodSeconds") == 0;
    }

    private static ApiResponse answer(int code, Candidate candidate, @Nullable StoredObject stored) {
        ApiResponse.Body body = stored == null
                ? new ApiResponse.Unstructured(candidate.object())
                : new ApiResponse.Single(candidate.type(), stored);
        return new ApiResponse(code, body, candidate.warnings());
    }
}
