package io.trainyard.spi.model;

import org.jspecify.annotations.Nullable;

/**
 * Namespace and name of an object.
 *
 * @param namespace the namespace; empty for cluster-scoped objects
 * @param name the name
 */
public record ResourceKey(String namespace, String name) {
    public ResourceKey(@Nullable String namespace, String name) {
        this.namespace = namespace == null ? "" : namespace;
        this.name = name;
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
