package io.trainyard.core.permission;

import io.trainyard.spi.Permission;
import java.util.List;

/**
 * One rule of a role, and why it is there.
 *
 * @param permission what may be done
 * @param names only with objects of these names; empty for all
 * @param purpose why it is needed, for whoever reviews the role
 */
public record Grant(Permission permission, List<String> names, String purpose) {
    public Grant {
        names = List.copyOf(names);
    }

    static Grant of(String purpose, Permission permission) {
        return new Grant(permission, List.of(), purpose);
    }

    static Grant of(String purpose, String group, String resource, String... verbs) {
        return of(purpose, new Permission(group, List.of(resource), List.of(verbs)));
    }

    /** The same for objects of one name only. */
    Grant named(String name) {
        return new Grant(permission, List.of(name), purpose);
    }

    /** The same for a kind whose objects live in no namespace. */
    Grant ofCluster() {
        return new Grant(permission.ofCluster(), names, purpose);
    }
}
