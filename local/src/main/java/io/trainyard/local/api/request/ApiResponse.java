package io.trainyard.local.api.request;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The answer to a request that succeeded. Immutable; may be rendered on any thread.
 *
 * @param code HTTP status
 * @param warnings for the user; empty when there are none
 */
public record ApiResponse(int code, Body body, List<String> warnings) {
    public ApiResponse {
        warnings = List.copyOf(warnings);
    }

    static ApiResponse of(int code, Body body) {
        return new ApiResponse(code, body, List.of());
    }

    /** Says that something was done, and to what. */
    static ApiResponse done(int code, Map<String, Object> details) {
        return of(
                code,
                new Unstructured(Tree.of(
                        "kind", "Status",
                        "apiVersion", "v1",
                        "metadata", Tree.of(),
                        "status", "Success",
                        "details", details)));
    }

    /** What an answer carries. */
    public sealed interface Body {
        Map<String, Object> tree();

        default byte[] json() {
            return Json.bytes(tree());
        }
    }

    /** An object that is not from the store. */
    public record Unstructured(Map<String, Object> tree) implements Body {}

    /** One stored object. */
    public record Single(ResourceType type, StoredObject object) implements Body {
        @Override
        public Map<String, Object> tree() {
            return type.render(object);
        }
    }

    /**
     * Some stored objects.
     *
     * @param revision of the store at which they are seen
     */
    public record Many(ResourceType type, List<StoredObject> objects, long revision) implements Body {
        public Many {
            objects = List.copyOf(objects);
        }

        @Override
        public Map<String, Object> tree() {
            List<Object> items = new ArrayList<>(objects.size());
            objects.forEach(object -> items.add(type.render(object)));
            return Tree.of(
                    "kind", type.names().list(),
                    "apiVersion", type.apiVersion(),
                    "metadata", Tree.of("resourceVersion", Long.toString(revision)),
                    "items", items);
        }
    }
}
