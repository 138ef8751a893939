package io.trainyard.local.api.store;

/**
 * Where objects of one kind are kept, whatever the version in which they are read.
 *
 * @param group API group; empty for the core group
 * @param plural name in paths
 */
public record GroupResource(String group, String plural) {
    @Override
    public String toString() {
        return group.isEmpty() ? plural : plural + "." + group;
    }
}
