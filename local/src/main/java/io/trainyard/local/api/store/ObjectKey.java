package io.trainyard.local.api.store;

/**
 * Names an object among those of its kind. Ordered by namespace, then by name.
 *
 * @param namespace empty for objects of the whole cluster
 * @param name name of the object
 */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
    @Override
    public int compareTo(ObjectKey other) {
        int order = namespace.compareTo(other.namespace);
        return order != 0 ? order : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
