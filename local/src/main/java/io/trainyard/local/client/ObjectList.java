package io.trainyard.local.client;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;

/**
 * What a list request answers.
 *
 * @param items sorted by namespace and name
 * @param resourceVersion the version to watch from
 */
public record ObjectList(List<Map<String, Object>> items, String resourceVersion) {
    static ObjectList of(Map<String, Object> tree) {
        return new ObjectList(Tree.objects(tree, "items"), Tree.text(tree, "metadata", "resourceVersion"));
    }
}
