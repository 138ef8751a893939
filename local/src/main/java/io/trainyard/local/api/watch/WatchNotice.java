package io.trainyard.local.api.watch;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.ApiException;
import java.util.Map;

/**
 * One thing that a watcher is told. Immutable; may be rendered on any thread.
 *
 * @param event {@code ADDED}, {@code MODIFIED}, {@code DELETED}, {@code BOOKMARK} or {@code ERROR}
 * @param type kind of the object
 * @param object as the kind's version shows it, or what else there is to tell
 */
public record WatchNotice(String event, ResourceType type, Map<String, Object> object) {
    static WatchNotice of(String event, ResourceType type, StoredObject object) {
        return new WatchNotice(event, type, type.render(object));
    }

    static WatchNotice bookmark(ResourceType type, long revision, boolean initialEventsEnd) {
        Map<String, Object> metadata = Tree.of("resourceVersion", Long.toString(revision));
        if (initialEventsEnd) {
            metadata.put("annotations", Tree.of("k8s.io/initial-events-end", "true"));
        }
        return new WatchNotice(
                "BOOKMARK", type, Tree.of("kind", type.kind(), "apiVersion", type.apiVersion(), "metadata", metadata));
    }

    static WatchNotice error(ResourceType type, ApiException failure) {
        return new WatchNotice("ERROR", type, failure.toStatus());
    }

    /** The object as JSON. */
    public byte[] json() {
        return Json.bytes(object);
    }
}
