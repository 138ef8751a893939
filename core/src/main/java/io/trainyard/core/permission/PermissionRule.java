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
    /** Plural of the kind that holds what is secret. */
    static final String SECRETS = "secrets";

    public PermissionRule {
        names = List.copyOf(names);
    }

    static PermissionRule of(String purpose, Permission permission) {
        return new PermissionRule(permission, List.of(), purpose);
    }

    static PermissionRule of(String purpose, String group, String resource, String... verbs) {
        return of(purpose, new Permission(group, List.of(resource), List.of(verbs)));
    }

    /**
     * Whether it reaches Secrets of any name. Whoever may create and read Secrets in a namespace can have a token of each ServiceAccount there, so this is
     * granted namespace by namespace, by whoever installs, and never as a part of the rest.
     */
    boolean reachesSecrets() {
        return names.isEmpty()
                && permission.group().isEmpty()
                && permission.resources().contains(SECRETS);
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
