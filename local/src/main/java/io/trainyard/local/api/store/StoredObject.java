package io.trainyard.local.api.store;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One state of one object. Immutable; may be read on any thread. */
public final class StoredObject {
    private final GroupResource resource;
    private final ObjectKey key;
    private final Map<String, Object> tree;
    private final long revision;
    private volatile byte @Nullable [] json;

    StoredObject(GroupResource resource, ObjectKey key, Map<String, Object> tree, long revision) {
        this.resource = resource;
        this.key = key;
        this.tree = tree;
        this.revision = revision;
    }

    public GroupResource resource() {
        return resource;
    }

    public ObjectKey key() {
        return key;
    }

    /** The whole object, immutable all the way down. */
    public Map<String, Object> tree() {
        return tree;
    }

    /** The revision that wrote this state; {@code metadata.resourceVersion} says the same. */
    public long revision() {
        return revision;
    }

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

    /** The object as JSON, written once however many watchers read it. Do not change the array. */
    public byte[] json() {
        byte[] known = json;
        if (known == null) {
            known = Json.bytes(tree);
            json = known;
        }
        return known;
    }
}
