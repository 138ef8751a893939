package io.trainyard.local.api.request;

import io.trainyard.foundation.time.Delays;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.AdmissionHook.Operation;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.ObjectStore;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.ApiException;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** DELETE of one object and of many. */
final class DeleteRequests {
    static final String FOREGROUND = "foregroundDeletion";
    static final String ORPHAN = "orphan";

    private static final Set<String> POLICIES = Set.of("", "Background", "Foreground", "Orphan");

    private final ObjectStore store;
    private final ReadRequests reads;
    private final AdmissionChain admission;
    private final Clock clock;

    DeleteRequests(ObjectStore store, ReadRequests reads, AdmissionChain admission, Clock clock) {
        this.store = store;
        this.reads = reads;
        this.admission = admission;
        this.clock = clock;
    }

    /**
     * How to delete.
     *
     * @param gracePeriod in seconds; negative when the request names none
     * @param policy {@code Background}, {@code Foreground}, {@code Orphan}, or empty for the default
     */
    private record Options(long gracePeriod, String policy, String uid, String version, boolean dryRun) {
        static Options of(ApiRequest request) {
            RequestParameters parameters = request.parameters();
            Object body = request.body();
            Object grace = Tree.at(body, "gracePeriodSeconds");
            String policy = Tree.text(body, "propagationPolicy");
            if (policy.isEmpty()) {
                policy = parameters.text("propagationPolicy");
            }
            if (Tree.flag(body, "orphanDependents") || parameters.flag("orphanDependents")) {
                policy = "Orphan";
            }
            if (!POLICIES.contains(policy)) {
                throw new ApiException(
                        422,
                        "Invalid",
                        "DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Unsupported value: \"" + policy
                                + "\": supported values: \"Background\", \"Foreground\", \"Orphan\"",
                        Map.of());
            }
            return new Options(
                    grace instanceof Number number
                            ? number.longValue()
                            : parameters.number("gracePeriodSeconds").orElse(-1L),
                    policy,
                    Tree.text(body, "preconditions", "uid"),
                    Tree.text(body, "preconditions", "resourceVersion"),
                    parameters.dryRun() || Tree.list(body, "dryRun").contains("All"));
        }
    }

    Future<ApiResponse> delete(ResourceType type, ApiRequest request) {
        Options options = Options.of(request);
        StoredObject object = reads.find(type, new ObjectKey(request.namespace(), request.name()));
        requirePreconditions(type, object, options);
        if (!admission.handles(type, "")) {
            return Future.succeededFuture(answer(type, object, delete(type, object, options)));
        }
        Candidate candidate = new Candidate(type, object.key(), "", object, object.tree(), new ArrayList<>());
        return admission.validate(Operation.DELETE, candidate, options.dryRun()).map(warnings -> {
            StoredObject current = reads.find(type, object.key());
            requirePreconditions(type, current, options);
            return answer(type, current, delete(type, current, options));
        });
    }

    ApiResponse deleteCollection(ResourceType type, ApiRequest request) {
        Options options = Options.of(request);
        List<StoredObject> deleted = reads.selected(type, request);
        deleted.forEach(object -> delete(type, object, options));
        return ApiResponse.of(200, new ApiResponse.Many(type, deleted, store.revision()));
    }

    private static void requirePreconditions(ResourceType type, StoredObject object, Options options) {
        type.behavior().refusesDeletion(object.tree()).ifPresent(reason -> {
            throw ApiException.forbidden(type.resource(), object.key().name(), reason);
        });
        String uid = object.uid();
        if (!options.uid().isEmpty() && !options.uid().equals(uid)) {
            String name = object.key().name();
            throw new ApiException(
                    409,
                    "Conflict",
                    "Operation cannot be fulfilled on " + type.kind() + " \"" + name
                            + "\": the UID in the precondition ("
                            + options.uid() + ") does not match the UID in record (" + uid
                            + "). The object might have been deleted and then recreated",
                    Tree.of("name", name, "kind", type.kind()));
        }
        String version = Long.toString(object.revision());
        if (!options.version().isEmpty() && !options.version().equals(version)) {
            throw ApiException.conflict(
                    type.resource(),
                    object.key().name(),
                    "Precondition failed: ResourceVersion in precondition: " + options.version()
                            + ", ResourceVersion in object meta: " + version);
        }
    }

    /** What became of an object that should go. */
    private record Outcome(StoredObject object, boolean gone) {}

    private Outcome delete(ResourceType type, StoredObject object, Options options) {
        Map<String, Object> next = Tree.copy(object.tree());
        Set<Object> finalizers = new LinkedHashSet<>(object.finalizers());
        if (options.policy().equals("Foreground")) {
            finalizers.add(FOREGROUND);
            finalizers.remove(ORPHAN);
        } else if (options.policy().equals("Orphan")) {
            finalizers.add(ORPHAN);
            finalizers.remove(FOREGROUND);
        } else if (!options.policy().isEmpty()) {
            finalizers.remove(ORPHAN);
            finalizers.remove(FOREGROUND);
        }
        long grace = type.behavior().gracePeriod(object.tree(), options.gracePeriod());
        if (finalizers.isEmpty() && grace == 0 && !type.behavior().holdsDeletion(object.tree())) {
            return options.dryRun()
                    ? new Outcome(object, true)
                    : new Outcome(store.remove(type.storage(), object.key()).orElse(object), true);
        }
        Map<String, Object> metadata = Tree.ensure(next, "metadata");
        if (finalizers.isEmpty()) {
            metadata.remove("finalizers");
        } else {
            metadata.put("finalizers", new ArrayList<>(finalizers));
        }
        mark(type, next, object, grace);
        if (options.dryRun() || NoOpUpdate.is(next, object.tree())) {
            return new Outcome(object, false);
        }
        return new Outcome(store.put(type.storage(), object.key(), next), false);
    }

    /** Notes that the object is to go; a later request can only make it go earlier. */
    private void mark(ResourceType type, Map<String, Object> next, StoredObject object, long grace) {
        Map<String, Object> metadata = Tree.ensure(next, "metadata");
        Instant now = clock.instant();
        long noted = Tree.integer(Long.MAX_VALUE, metadata, "deletionGracePeriodSeconds");
        if (object.isBeingDeleted() && grace >= noted) {
            return;
        }
        // Users may write more seconds than there are moments.
        Instant end = now.plusNanos(Delays.nanos(Duration.ofSeconds(grace)));
        metadata.put("deletionTimestamp", SystemFields.text(end));
        metadata.put("deletionGracePeriodSeconds", grace);
        if (!object.isBeingDeleted() && metadata.get("generation") instanceof Long generation) {
            metadata.put("generation", generation + 1);
        }
        type.behavior().markDeleted(next, now);
    }

    private static ApiResponse answer(ResourceType type, StoredObject object, Outcome outcome) {
        if (!outcome.gone() || type.behavior().returnsDeletedObject()) {
            return ApiResponse.of(200, new ApiResponse.Single(type, outcome.object()));
        }
        Map<String, Object> details = ApiException.details(
                type.resource().group(), type.resource().plural(), object.key().name());
        details.put("uid", object.uid());
        return ApiResponse.done(200, details);
    }
}
