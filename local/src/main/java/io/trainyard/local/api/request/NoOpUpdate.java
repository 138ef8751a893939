package io.trainyard.local.api.request;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells whether a write would change anything but the time at which somebody wrote. */
final class NoOpUpdate {
    private NoOpUpdate() {}

    static boolean is(Map<String, Object> next, Map<String, Object> previous) {
        return withoutMetadata(next).equals(withoutMetadata(previous))
                && timeless(Tree.child(next, "metadata")).equals(timeless(Tree.child(previous, "metadata")));
    }

    private static Map<String, Object> withoutMetadata(Map<String, Object> object) {
        Map<String, Object> rest = new LinkedHashMap<>(object);
        rest.remove("metadata");
        rest.remove("apiVersion");
        return rest;
    }

    private static Map<String, Object> timeless(Map<String, Object> metadata) {
        Map<String, Object> rest = new LinkedHashMap<>(metadata);
        rest.remove("resourceVersion");
        List<Object> owners = new ArrayList<>();
        for (Map<String, Object> owner : Tree.objects(metadata, "managedFields")) {
            Map<String, Object> entry = new LinkedHashMap<>(owner);
            entry.remove("time");
            owners.add(entry);
        }
        rest.put("managedFields", owners);
        return rest;
    }
}
