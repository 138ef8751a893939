package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Fields of which an item may have only one: the value of a variable or where it comes from, and the source of a volume. When a patch sets
 * another one, the inherited one goes; a plain merge would keep both, which no pod may have. Pure.
 */
final class Alternatives {
    private Alternatives() {}

    /** The pod spec without what the patch is about to replace by an alternative. */
    static Map<String, Object> withoutReplaced(Map<String, Object> podSpec, Map<String, Object> patch) {
        Map<String, Object> changed = Tree.updateEach(podSpec, "volumes", volume -> find(patch, "volumes", volume)
                .map(change -> volume(volume, change))
                .orElse(volume));
        for (String list : List.of("initContainers", "containers")) {
            changed = Tree.updateEach(changed, list, container -> find(patch, list, container)
                    .map(change -> container(container, change))
                    .orElse(container));
        }
        return changed;
    }

    private static Map<String, Object> container(Map<String, Object> container, Map<String, Object> patch) {
        return Tree.updateEach(container, "env", variable -> find(patch, "env", variable)
                .map(change -> variable(variable, change))
                .orElse(variable));
    }

    private static Map<String, Object> variable(Map<String, Object> variable, Map<String, Object> patch) {
        Map<String, Object> kept = new LinkedHashMap<>(variable);
        if (patch.containsKey("valueFrom")) {
            kept.remove("value");
            Map<String, Object> sources = new LinkedHashMap<>(Tree.child(variable, "valueFrom"));
            if (sources.keySet().retainAll(Tree.child(patch, "valueFrom").keySet())) {
                kept.put("valueFrom", sources);
            }
        }
        if (patch.containsKey("value")) {
            kept.remove("valueFrom");
        }
        return kept;
    }

    private static Map<String, Object> volume(Map<String, Object> volume, Map<String, Object> patch) {
        if (patch.keySet().equals(Set.of("name"))) {
            return volume;
        }
        Map<String, Object> kept = new LinkedHashMap<>(volume);
        kept.keySet().retainAll(patch.keySet());
        return kept;
    }

    /** What the patch says of an item, which its name identifies. */
    private static Optional<Map<String, Object>> find(
            Map<String, Object> patch, String list, Map<String, Object> item) {
        return Tree.objects(patch, list).stream()
                .filter(change -> Objects.equals(change.get("name"), item.get("name")))
                .findFirst();
    }
}
