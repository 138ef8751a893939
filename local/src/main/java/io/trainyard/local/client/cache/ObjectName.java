package io.trainyard.local.client.cache;

import io.trainyard.foundation.tree.Tree;
import java.util.Map;

/**
 * Namespace and name: the key under which a controller looks at an object.
 *
 * @param namespace empty for kinds that have none
 */
public record ObjectName(String namespace, String name) {
    /** The name of an object. */
    public static ObjectName of(Map<String, Object> object) {
        return new ObjectName(Tree.text(object, "metadata", "namespace"), Tree.text(object, "metadata", "name"));
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
