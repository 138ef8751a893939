package io.trainyard.local.api.request;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.resource.ResourceType.ScalePaths;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The scale subresource: the number of replicas of an object, wherever its kind keeps it. */
final class ScaleRequests {
    private static final String METADATA = "metadata";

    private final ReadRequests reads;
    private final CandidateBuilder builder;
    private final WriteRequests writes;

    ScaleRequests(ReadRequests reads, CandidateBuilder builder, WriteRequests writes) {
        this.reads = reads;
        this.builder = builder;
        this.writes = writes;
    }

    Future<ApiResponse> handle(ResourceType type, ApiRequest request) {
        ScalePaths paths = type.scale().orElseThrow(ApiKernel::noSuchResource);
        return switch (request.verb()) {
            case GET ->
                Future.succeededFuture(ApiResponse.of(
                        200,
                        new ApiResponse.Unstructured(scaleOf(find(type, request).tree(), paths))));
            case UPDATE, PATCH ->
                writes.commit(() -> candidate(type, paths, request), request, 200)
                        .map(answer -> new ApiResponse(
                                answer.code(),
                                new ApiResponse.Unstructured(
                                        scaleOf(answer.body().tree(), paths)),
                                answer.warnings()));
            default -> throw ApiException.methodNotAllowed(request.verb());
        };
    }

    private StoredObject find(ResourceType type, ApiRequest request) {
        return reads.find(type, new ObjectKey(request.namespace(), request.name()));
    }

    private Candidate candidate(ResourceType type, ScalePaths paths, ApiRequest request) {
        StoredObject existing = find(type, request);
        Map<String, Object> wanted =
                request.verb() == Verb.PATCH ? patched(type, scaleOf(existing.tree(), paths), request) : sent(request);
        if (!(Tree.at(wanted, "spec", "replicas") instanceof Number replicas)) {
            throw ApiException.badRequest("spec.replicas: must be an integer");
        }
        Map<String, Object> object = Tree.copy(type.render(existing));
        Tree.put(object, replicas.longValue(), paths.specReplicas().toArray(String[]::new));
        String version = Tree.text(wanted, METADATA, "resourceVersion");
        if (!version.isEmpty()) {
            Tree.put(object, version, METADATA, "resourceVersion");
        }
        return builder.update(type, request, existing, object, null, new ArrayList<>());
    }

    private static Map<String, Object> sent(ApiRequest request) {
        if (!"Scale".equals(Tree.text(request.body(), "kind"))) {
            throw ApiException.badRequest("kind: must be Scale");
        }
        return Tree.child(request.body());
    }

    private static Map<String, Object> patched(ResourceType type, Map<String, Object> scale, ApiRequest request) {
        PatchType patchType = request.patchType();
        if (patchType != PatchType.JSON && patchType != PatchType.MERGE) {
            throw ApiException.unsupportedMediaType(
                    "a scale takes the body of one of application/json-patch+json and application/merge-patch+json");
        }
        return PatchRequests.patch(type, scale, patchType, request.body());
    }

    private static Map<String, Object> scaleOf(Map<String, Object> object, ScalePaths paths) {
        if (!(Tree.at(object, paths.specReplicas().toArray(String[]::new)) instanceof Number replicas)) {
            throw new ApiException(
                    500,
                    "InternalError",
                    "Internal error occurred: the spec replicas field \"." + String.join(".", paths.specReplicas())
                            + "\" does not exist",
                    Map.of());
        }
        Map<String, Object> metadata = Tree.of();
        for (String field : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
            String value = Tree.text(object, METADATA, field);
            if (!value.isEmpty()) {
                metadata.put(field, value);
            }
        }
        Map<String, Object> status = Tree.of(
                "replicas", Tree.integer(0, object, paths.statusReplicas().toArray(String[]::new)));
        String selector = Tree.text(object, paths.selector().toArray(String[]::new));
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return Tree.of(
                "kind",
                "Scale",
                "apiVersion",
                "autoscaling/v1",
                METADATA,
                metadata,
                "spec",
                Tree.of("replicas", replicas.longValue()),
                "status",
                status);
    }
}
