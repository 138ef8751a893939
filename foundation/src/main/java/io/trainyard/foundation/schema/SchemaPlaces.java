package io.trainyard.foundation.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where a schema declares fields, by their names. Paths have {@code []} behind lists. */
public final class SchemaPlaces {
    private final Map<String, List<String>> places = new HashMap<>();

    /**
     * Of a schema whose definitions do not refer to themselves.
     *
     * @param path where it is
     * @param closed fields that are not looked into
     */
    public SchemaPlaces(StructuralSchema root, String path, Set<String> closed) {
        Deque<Node> open = new ArrayDeque<>(List.of(new Node(root, path)));
        while (!open.isEmpty()) {
            Node node = open.remove();
            node.schema.properties().forEach((name, field) -> {
                String here = node.path + "." + name;
                places.computeIfAbsent(name, unused -> new ArrayList<>()).add(here);
                if (!closed.contains(name)) {
                    open.add(new Node(field, here));
                }
            });
            node.schema.items().ifPresent(items -> open.add(new Node(items, node.path + "[]")));
        }
    }

    private record Node(StructuralSchema schema, String path) {}

    /** All places of a field of that name, those with the fewest levels first. */
    public List<String> of(String name) {
        return List.copyOf(places.getOrDefault(name, List.of()));
    }
}
