package io.trainyard.spi;

import java.util.List;

/**
 * What a plugin needs the controller to be allowed to do, wherever it serves: one rule of a ClusterRole, or of a Role in each namespace where it serves
 * only some. The shipped manifests are generated from these declarations; a vendor adds his own to the role. Rules about Secrets are not granted wherever it
 * serves, but in the namespaces that whoever installs it chooses.
 *
 * @param group API group; empty for the core group
 * @param resources plurals, with a subresource after a slash; at least one, never {@code *}
 * @param verbs at least one, never {@code *}
 * @param clusterScoped whether the resources' objects live in no namespace, so that only a ClusterRole can grant it
 */
public record Permission(String group, List<String> resources, List<String> verbs, boolean clusterScoped) {
    /**
     * A rule.
     *
     * @throws IllegalArgumentException when it is empty or holds a wildcard
     */
    public Permission {
        resources = List.copyOf(resources);
        verbs = List.copyOf(verbs);
        if (resources.isEmpty() || verbs.isEmpty()) {
            throw new IllegalArgumentException("a permission names at least one resource and one verb");
        }
        if (group.contains("*") || resources.contains("*") || verbs.contains("*")) {
            throw new IllegalArgumentException(
                    "a permission holds no wildcard: " + group + " " + resources + " " + verbs);
        }
    }

    /** A rule for objects in namespaces. */
    public Permission(String group, List<String> resources, List<String> verbs) {
        this(group, resources, verbs, false);
    }

    /** The same for a kind whose objects live in no namespace. */
    public Permission ofCluster() {
        return new Permission(group, resources, verbs, true);
    }

    /** All that is needed to create, change, delete and watch objects of a kind. */
    public static Permission toManage(String group, String resource) {
        return new Permission(
                group, List.of(resource), List.of("get", "list", "watch", "create", "update", "patch", "delete"));
    }

    /** All that is needed to create, apply, delete and watch objects of a kind, but not to replace them as a whole. */
    public static Permission toApply(String group, String resource) {
        return new Permission(group, List.of(resource), List.of("get", "list", "watch", "create", "patch", "delete"));
    }

    /** All that is needed to watch a kind. */
    public static Permission toWatch(String group, String resource) {
        return new Permission(group, List.of(resource), List.of("get", "list", "watch"));
    }

    /** Getting single objects of a kind by name. */
    public static Permission toGet(String group, String resource) {
        return new Permission(group, List.of(resource), List.of("get"));
    }
}
