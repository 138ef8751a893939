package io.trainyard.local.api.request;

import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.resource.ResourceTypes;
import io.trainyard.local.api.selector.Selection;
import io.trainyard.local.api.store.GroupResource;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.ObjectStore;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The API server without its transport: takes a request, changes the store, gives an answer. Every request is atomic, because all of them run
 * on the event loop that owns the store.
 */
public final class ApiKernel {
    private final ResourceTypes types;
    private final AdmissionChain admission;
    private final ReadRequests reads;
    private final WriteRequests writes;
    private final PatchRequests patches;
    private final DeleteRequests deletes;
    private final ScaleRequests scales;
    private final PodActions pods;
    private final Clock clock;

    public ApiKernel(
            ObjectStore store,
            ResourceTypes types,
            SchemaRules rules,
            Clock clock,
            RandomGenerator random,
            StoreLoop loop) {
        this.types = types;
        this.clock = clock;
        this.admission = new AdmissionChain(loop, (resource, namespace, name) -> store.get(
                        new GroupResource(resource.group(), resource.plural()), new ObjectKey(namespace, name))
                .map(StoredObject::tree));
        SystemFields systemFields = new SystemFields(clock);
        CandidateBuilder builder = new CandidateBuilder(systemFields, random, new RuleChecker(rules), admission);
        this.reads = new ReadRequests(store);
        this.writes = new WriteRequests(store, builder, admission);
        this.patches = new PatchRequests(store, builder, writes, systemFields);
        this.deletes = new DeleteRequests(store, reads, admission, clock);
        this.scales = new ScaleRequests(reads, builder, writes);
        this.pods = new PodActions(reads, builder, writes, systemFields);
    }

    /** Has a hook take part in all writes from now on. */
    public void addHook(AdmissionHook hook) {
        admission.add(hook);
    }

    /**
     * Stores a cluster-wide object that is known to be right, before there are any requests: nobody checks it, and nobody owns its fields. Takes
     * the tree over.
     *
     * @param created when an earlier server had it first, so that it is the same object: its uid follows from its name then; empty for a new one
     */
    public void preload(Resource resource, Map<String, Object> object, Optional<Instant> created) {
        writes.preload(types.find(resource).orElseThrow(ApiKernel::noSuchResource), object, created);
    }

    /** Does what a request asks for; fails with an {@link ApiException}. */
    public Future<ApiResponse> handle(ApiRequest request) {
        try {
            Optional<ApiResponse> review = SelfReviews.answer(request, clock.instant());
            return review.isPresent() ? Future.succeededFuture(review.get()) : dispatch(request);
        } catch (ApiException e) {
            return Future.failedFuture(e);
        }
    }

    private Future<ApiResponse> dispatch(ApiRequest request) {
        ResourceType type = typeOf(request);
        return switch (request.subresource()) {
            case "" -> onObject(type, request);
            case "status" -> onObject(type, requireVerb(request, Verb.GET, Verb.UPDATE, Verb.PATCH));
            case "finalize" -> onObject(type, requireVerb(request, Verb.UPDATE));
            case "scale" -> scales.handle(type, request);
            case "binding" -> pods.bind(type, requireVerb(request, Verb.CREATE));
            default -> throw ApiException.methodNotAllowed(request.verb());
        };
    }

    private static ApiRequest requireVerb(ApiRequest request, Verb... allowed) {
        if (!List.of(allowed).contains(request.verb())) {
            throw ApiException.methodNotAllowed(request.verb());
        }
        return request;
    }

    private Future<ApiResponse> onObject(ResourceType type, ApiRequest request) {
        return switch (request.verb()) {
            case GET -> Future.succeededFuture(reads.get(type, request));
            case LIST -> Future.succeededFuture(reads.list(type, request));
            case CREATE -> writes.create(type, request);
            case UPDATE -> writes.update(type, request);
            case PATCH -> patches.patch(type, request);
            case DELETE -> deletes.delete(type, request);
            case DELETE_COLLECTION -> Future.succeededFuture(deletes.deleteCollection(type, request));
        };
    }

    /**
     * The kind that a request is about.
     *
     * @throws ApiException when there is no such kind or subresource
     */
    public ResourceType typeOf(ApiRequest request) {
        ResourceType type = types.find(request.resource()).orElseThrow(ApiKernel::noSuchResource);
        if (!request.subresource().isEmpty() && !type.subresources().contains(request.subresource())) {
            throw noSuchResource();
        }
        if (!type.namespaced() && !request.namespace().isEmpty()) {
            throw noSuchResource();
        }
        return type;
    }

    /**
     * Which objects of a kind a request selects.
     *
     * @throws ApiException when a selector is malformed or names a field that cannot be selected
     */
    public Selection selectionOf(ResourceType type, ApiRequest request) {
        return ReadRequests.selection(type, request.parameters());
    }

    public static ApiException noSuchResource() {
        return new ApiException(404, "NotFound", "the server could not find the requested resource", Map.of());
    }
}
