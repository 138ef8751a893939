package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a container that a plugin adds takes over from the one that trains. A namespace that takes the one takes the other then, under Pod Security, a quota and
 * a LimitRange; and an init container that asks for no more than the trainer makes the pod no larger. Devices stay with the trainer. Pure.
 */
final class AddedContainer {
    private static final List<String> RESOURCES = List.of("cpu", "memory", "ephemeral-storage");

    private AddedContainer() {}

    /**
     * The container as it begins.
     *
     * @param trainer the container that trains; empty when there is none
     */
    static Map<String, Object> of(String name, Map<String, Object> trainer) {
        Map<String, Object> added = new LinkedHashMap<>(Tree.of("name", name));
        put(added, "securityContext", Tree.child(trainer, "securityContext"));
        Map<String, Object> resources = new LinkedHashMap<>();
        put(resources, "requests", shared(Tree.child(trainer, "resources", "requests")));
        put(resources, "limits", shared(Tree.child(trainer, "resources", "limits")));
        put(added, "resources", resources);
        return added;
    }

    private static Map<String, Object> shared(Map<String, Object> amounts) {
        Map<String, Object> shared = new LinkedHashMap<>(amounts);
        shared.keySet().retainAll(RESOURCES);
        return shared;
    }

    private static void put(Map<String, Object> tree, String field, Map<String, Object> value) {
        if (!value.isEmpty()) {
            tree.put(field, value);
        }
    }
}
