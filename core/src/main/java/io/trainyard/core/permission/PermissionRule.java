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
public record PermissionRule(Permission permission, List<String> names, String purpose) {
    public PermissionRule {
        names = List.copyOf(names);
    }

    static PermissionRule of(String purpose, Permission permission) {
        return new PermissionRule(permission, List.of(), purpose);
    }

    static PermissionRule of(String purpose, String group, String resource, String... verbs) {
        return of(purpose, new Permission(group, List.of(resource), List.of(verbs)));
    }

    /** The same for objects of one name only. */
    PermissionRule named(String name) {
        return new PermissionRule(permission, List.of(name), purpose);
    }

    /** The same for a kind whose objects live in no namespace. */
    PermissionRule ofCluster() {
        return new PermissionRule(permission.ofCluster(), names, purpose);
    }
}
