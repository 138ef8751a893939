package io.trainyard.local.api.request;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.selector.Selection;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.ObjectStore;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.ApiException;
import java.util.List;
import java.util.Map;

/** GET of one object and of lists. */
final class ReadRequests {
    private final ObjectStore store;

    ReadRequests(ObjectStore store) {
        this.store = store;
    }

    ApiResponse get(ResourceType type, ApiRequest request) {
        requireVersion(request.parameters());
        return ApiResponse.of(
                200, new ApiResponse.Single(type, find(type, new ObjectKey(request.namespace(), request.name()))));
    }

    StoredObject find(ResourceType type, ObjectKey key) {
        return store.get(type.storage(), key).orElseThrow(() -> ApiException.notFound(type.resource(), key.name()));
    }

    ApiResponse list(ResourceType type, ApiRequest request) {
        requireVersion(request.parameters());
        return ApiResponse.of(200, new ApiResponse.Many(type, selected(type, request), store.revision()));
    }

    List<StoredObject> selected(ResourceType type, ApiRequest request) {
        Selection selection = selection(type, request.parameters());
        return store.list(type.storage(), request.namespace()).stream()
                .filter(object -> selection.selects(type, object))
                .toList();
    }

    /**
     * Which objects a request selects.
     *
     * @throws ApiException when a selector is malformed or names a field that cannot be selected
     */
    static Selection selection(ResourceType type, RequestParameters parameters) {
        try {
            Selection selection = Selection.parse(parameters.text("labelSelector"), parameters.text("fieldSelector"));
            for (String field : selection.fields()) {
                if (!type.isSelectable(field)) {
                    throw ApiException.badRequest("field label not supported: " + field);
                }
            }
            return selection;
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest(String.valueOf(e.getMessage()));
        }
    }

    /** The version that a client has seen must be one that we have reached. */
    private void requireVersion(RequestParameters parameters) {
        String match = parameters.text("resourceVersionMatch");
        long version = parameters.number("resourceVersion").orElse(0L);
        if (version > store.revision()) {
            throw new ApiException(
                    504,
                    "Timeout",
                    "Too large resource version: " + version + ", current: " + store.revision(),
                    Map.of(
                            "retryAfterSeconds",
                            1L,
                            "causes",
                            List.of(Tree.of(
                                    "reason", "ResourceVersionTooLarge", "message", "Too large resource version"))));
        }
        if (match.equals("Exact") && version > 0 && version < store.revision()) {
            throw ApiException.expired("The resourceVersion for the provided list is too old.");
        }
    }
}
