package io.trainyard.local.api.watch;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.ApiException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a watcher is told. Immutable; may be rendered on any thread.
 *
 * @param event {@code ADDED}, {@code MODIFIED}, {@code DELETED}, {@code BOOKMARK} or {@code ERROR}
 * @param type kind of the object
 * @param stored the object, if it can be taken as it is stored; else null
 * @param other any other object; empty when {@code stored} is there
 */
public record WatchNotice(String event, ResourceType type, @Nullable StoredObject stored, Map<String, Object> other) {
    static WatchNotice of(String event, ResourceType type, StoredObject object) {
        return new WatchNotice(event, type, object, Map.of());
    }

    static WatchNotice bookmark(ResourceType type, long revision, boolean initialEventsEnd) {
        Map<String, Object> metadata = Tree.of("resourceVersion", Long.toString(revision));
        if (initialEventsEnd) {
            metadata.put("annotations", Tree.of("k8s.io/initial-events-end", "true"));
        }
        return new WatchNotice(
                "BOOKMARK",
                type,
                null,
                Tree.of("kind", type.kind(), "apiVersion", type.apiVersion(), "metadata", metadata));
    }

    static WatchNotice error(ResourceType type, ApiException failure) {
        return new WatchNotice("ERROR", type, null, failure.toStatus());
    }

    /** The object. */
    public Map<String, Object> object() {
        return stored == null ? other : type.render(stored);
    }

    /** The object as JSON. */
    public byte[] json() {
        return stored == null ? Json.bytes(other) : type.json(stored);
    }
}
