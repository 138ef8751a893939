package io.trainyard.local.api.request;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.ApiException;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The subresources of pods by which something is done to them: binding to a node, eviction. */
final class PodActions {
    private final ReadRequests reads;
    private final CandidateBuilder builder;
    private final WriteRequests writes;
    private final SystemFields systemFields;

    PodActions(ReadRequests reads, CandidateBuilder builder, WriteRequests writes, SystemFields systemFields) {
        this.reads = reads;
        this.builder = builder;
        this.writes = writes;
        this.systemFields = systemFields;
    }

    /** Says on which node a pod is to run; only once. */
    Future<ApiResponse> bind(ResourceType type, ApiRequest request) {
        String node = Tree.text(request.body(), "target", "name");
        if (node.isEmpty()) {
            throw ApiException.badRequest("target.name: Required value");
        }
        return writes.commit(() -> bound(type, request, node), request, 201)
                .map(answer -> ApiResponse.done(201, Tree.of()));
    }

    private Candidate bound(ResourceType type, ApiRequest request, String node) {
        StoredObject pod = reads.find(type, new ObjectKey(request.namespace(), request.name()));
        String present = Tree.text(pod.tree(), "spec", "nodeName");
        if (!present.isEmpty()) {
            throw conflict(type, pod, "pod " + request.name() + " is already assigned to node \"" + present + "\"");
        }
        if (pod.isBeingDeleted()) {
            throw conflict(type, pod, "pod " + request.name() + " is being deleted, cannot be assigned to a host");
        }
        if (!Tree.list(pod.tree(), "spec", "schedulingGates").isEmpty()) {
            throw conflict(type, pod, "pod " + request.name() + " has non-empty .spec.schedulingGates");
        }
        Map<String, Object> object = Tree.copy(pod.tree());
        Tree.put(object, node, "spec", "nodeName");
        List<Object> conditions = new ArrayList<>(Tree.list(object, "status", "conditions"));
        conditions.removeIf(condition -> "PodScheduled".equals(Tree.text(condition, "type")));
        conditions.add(Tree.of("type", "PodScheduled", "status", "True", "lastTransitionTime", systemFields.now()));
        Tree.put(object, conditions, "status", "conditions");
        return builder.update(type, request, pod, object, null, new ArrayList<>());
    }

    private static ApiException conflict(ResourceType type, StoredObject pod, String why) {
        return ApiException.conflict(type.resource(), pod.key().name(), why);
    }
}
