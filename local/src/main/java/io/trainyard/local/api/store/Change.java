package io.trainyard.local.api.store;

import org.jspecify.annotations.Nullable;

/**
 * One write.
 *
 * @param type what happened
 * @param object the new state; for a deletion the last state, under the revision of the deletion
 * @param previous the state before; null when the object is new
 */
public record Change(Type type, StoredObject object, @Nullable StoredObject previous) {
    /** What happened to the object. */
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED
    }

    /** The revision of this write. */
    public long revision() {
        return object.revision();
    }
}
