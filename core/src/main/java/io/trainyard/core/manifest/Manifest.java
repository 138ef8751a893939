package io.trainyard.core.manifest;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Document;

/**
 * An object and where it was written.
 *
 * @param object the object
 * @param document its document, for locating fields
 * @param <T> what the object is
 */
public record Manifest<T>(T object, Document document) {
    /** True when no name is written, so that an API server would make one and the object has one in its stead. */
    public boolean hasGeneratedName() {
        return document.mapping()
                .map(tree -> Tree.text(tree, "metadata", "name").isEmpty())
                .orElse(false);
    }
}
