package io.trainyard.local.api.store;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;

/**
 * One object in the state that a revision gave it. Immutable; may be shared by threads.
 *
 * @param tree the whole object, immutable all the way down
 * @param revision that wrote this state; {@code metadata.resourceVersion} says the same
 */
public record StoredObject(GroupResource resource, ObjectKey key, Map<String, Object> tree, long revision) {
    public String uid() {
        return Tree.text(tree, "metadata", "uid");
    }

    /** Labels; empty when there are none. */
    public Map<String, Object> labels() {
        return Tree.child(tree, "metadata", "labels");
    }

    /** True once deletion was asked for and something still holds the object. */
    public boolean isBeingDeleted() {
        return Tree.at(tree, "metadata", "deletionTimestamp") != null;
    }

    /** Names of those who must agree before the object goes; empty when nobody must. */
    public List<Object> finalizers() {
        return Tree.list(tree, "metadata", "finalizers");
    }
}
