package io.trainyard.local.client;

import io.trainyard.foundation.tree.Tree;
import java.util.Map;

/**
 * Something that happened.
 *
 * @param object the object; of a bookmark, only what carries the version
 */
public record WatchEvent(Type type, Map<String, Object> object) {
    /** What happened. */
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED,
        /** Nothing: the client only learns from which version to resume. */
        BOOKMARK
    }

    /** The version from which a later watch may resume. */
    public String resourceVersion() {
        return Tree.text(object, "metadata", "resourceVersion");
    }
}
