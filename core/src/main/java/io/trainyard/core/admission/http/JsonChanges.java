package io.trainyard.core.admission.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The difference between two trees as a JSON patch, in time and memory that grow with their size alone, however deep they are. Only add, remove
 * and replace are used: every reader of patches and every auditor understands them at a glance. Lists of different lengths are replaced as a
 * whole: finding the shortest way from one to the other costs the product of their lengths, and the sender chooses the lengths.
 */
final class JsonChanges {
    private final List<Map<String, Object>> operations = new ArrayList<>();
    private final Deque<Pair> pending = new ArrayDeque<>();

    private JsonChanges() {}

    /** Two values at the same place of both trees. */
    private record Pair(Pointer place, @Nullable Object before, @Nullable Object after) {}

    /** A place in a tree; written out only where something differs. */
    private record Pointer(@Nullable Pointer parent, Object step) {
        @Override
        public String toString() {
            Deque<String> steps = new ArrayDeque<>();
            for (Pointer place = this; place.parent != null; place = place.parent) {
                steps.push(String.valueOf(place.step).replace("~", "~0").replace("/", "~1"));
            }
            return steps.isEmpty() ? "" : "/" + String.join("/", steps);
        }
    }

    /** The operations that make {@code after} out of {@code before}, each as its JSON object; empty when the two are equal. */
    static Optional<List<Map<String, Object>>> between(Map<String, Object> before, Map<String, Object> after) {
        JsonChanges changes = new JsonChanges();
        changes.pending.add(new Pair(new Pointer(null, ""), before, after));
        while (!changes.pending.isEmpty()) {
            changes.compare(changes.pending.remove());
        }
        return changes.operations.isEmpty() ? Optional.empty() : Optional.of(changes.operations);
    }

    private void compare(Pair pair) {
        if (pair.before() instanceof Map<?, ?> before && pair.after() instanceof Map<?, ?> after) {
            compareFields(pair.place(), before, after);
        } else if (pair.before() instanceof List<?> before && pair.after() instanceof List<?> after) {
            compareItems(pair.place(), before, after);
        } else if (!Objects.equals(pair.before(), pair.after())) {
            operations.add(operation("replace", pair.place(), pair.after()));
        }
    }

    private void compareItems(Pointer place, List<?> before, List<?> after) {
        if (before.size() != after.size()) {
            operations.add(operation("replace", place, after));
            return;
        }
        for (int index = 0; index < before.size(); index++) {
            compareLater(place, index, before.get(index), after.get(index));
        }
    }

    private void compareFields(Pointer place, Map<?, ?> before, Map<?, ?> after) {
        before.keySet().stream().filter(name -> !after.containsKey(name)).forEach(name -> {
            Map<String, Object> removal = new LinkedHashMap<>();
            removal.put("op", "remove");
            removal.put("path", new Pointer(place, name).toString());
            operations.add(removal);
        });
        after.forEach((name, value) -> {
            if (before.containsKey(name)) {
                compareLater(place, name, before.get(name), value);
            } else {
                operations.add(operation("add", new Pointer(place, name), value));
            }
        });
    }

    private void compareLater(Pointer parent, Object step, @Nullable Object before, @Nullable Object after) {
        if (before != after) {
            pending.add(new Pair(new Pointer(parent, step), before, after));
        }
    }

    private static Map<String, Object> operation(String name, Pointer place, @Nullable Object value) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("op", name);
        operation.put("path", place.toString());
        operation.put("value", value);
        return operation;
    }
}
