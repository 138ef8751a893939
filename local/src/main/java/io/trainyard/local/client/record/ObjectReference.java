package io.trainyard.local.client.record;

import io.trainyard.foundation.tree.Tree;
import java.util.Map;

/**
 * An object that an event is about. Each text may be empty.
 *
 * @param namespace empty for kinds that have none
 * @param resourceVersion empty when the event is not about one state of the object
 */
public record ObjectReference(
        String apiVersion, String kind, String namespace, String name, String uid, String resourceVersion) {
    /** An object in the state in which it was read; the tree must say its kind. */
    public static ObjectReference of(Map<String, Object> object) {
        return new ObjectReference(
                Tree.text(object, "apiVersion"),
                Tree.text(object, "kind"),
                Tree.text(object, "metadata", "namespace"),
                Tree.text(object, "metadata", "name"),
                Tree.text(object, "metadata", "uid"),
                Tree.text(object, "metadata", "resourceVersion"));
    }

    /** The same object in whatever state. */
    ObjectReference withoutVersion() {
        return new ObjectReference(apiVersion, kind, namespace, name, uid, "");
    }

    Map<String, Object> tree() {
        Map<String, Object> tree = Tree.of("apiVersion", apiVersion, "kind", kind);
        if (!namespace.isEmpty()) {
            tree.put("namespace", namespace);
        }
        tree.put("name", name);
        tree.put("uid", uid);
        if (!resourceVersion.isEmpty()) {
            tree.put("resourceVersion", resourceVersion);
        }
        return tree;
    }
}
