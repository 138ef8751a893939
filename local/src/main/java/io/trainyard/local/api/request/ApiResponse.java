package io.trainyard.local.api.request;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.store.StoredObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

    /** What an answer carries. */
    public sealed interface Body {
        Map<String, Object> tree();

        byte[] json();
    }

    /** An object that is not from the store. */
    public record Unstructured(Map<String, Object> tree) implements Body {
        @Override
        public byte[] json() {
            return Json.bytes(tree);
        }
    }

    /** One stored object. */
    public record Single(ResourceType type, StoredObject object) implements Body {
        @Override
        public Map<String, Object> tree() {
            return type.render(object);
        }

        @Override
        public byte[] json() {
            return type.json(object);
        }
    }

    /**
     * Some stored objects.
     *
     * @param revision of the store at which they are seen
     * @param continueToken to get the rest; empty when there is none
     * @param remaining number of objects in the rest; negative when not known
     */
    public record Many(
            ResourceType type, List<StoredObject> objects, long revision, String continueToken, long remaining)
            implements Body {
        public Many {
            objects = List.copyOf(objects);
        }

        @Override
        public Map<String, Object> tree() {
            Map<String, Object> tree = head();
            List<Object> items = new ArrayList<>(objects.size());
            objects.forEach(object -> items.add(type.render(object)));
            tree.put("items", items);
            return tree;
        }

        @Override
        public byte[] json() {
            // The items are joined as the text that they are kept as; a tree of all of them is never built.
            byte[] head = Json.bytes(head());
            ByteArrayOutputStream out = new ByteArrayOutputStream(1024 + objects.size() * 2048);
            out.write(head, 0, head.length - 1);
            out.writeBytes(",\"items\":[".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < objects.size(); i++) {
                if (i > 0) {
                    out.write(',');
                }
                out.writeBytes(type.json(objects.get(i)));
            }
            out.writeBytes("]}".getBytes(StandardCharsets.US_ASCII));
            return out.toByteArray();
        }

        /** Everything but the items. */
        public Map<String, Object> head() {
            Map<String, Object> metadata = new LinkedHashMap<>();
            metadata.put("resourceVersion", Long.toString(revision));
            if (!continueToken.isEmpty()) {
                metadata.put("continue", continueToken);
            }
            if (remaining >= 0) {
                metadata.put("remainingItemCount", remaining);
            }
            return Tree.of("kind", type.names().list(), "apiVersion", type.apiVersion(), "metadata", metadata);
        }
    }
}
