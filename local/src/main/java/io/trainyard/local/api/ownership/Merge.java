package io.trainyard.local.api.ownership;

import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.ownership.Structure.Division;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lays an applied object over the present one. Results share parts with both. */
final class Merge {
    private Merge() {}

    static Map<String, Object> of(StructuralSchema schema, Map<String, Object> present, Map<String, Object> applied) {
        Map<String, Object> merged = new LinkedHashMap<>(present);
        applied.forEach((name, value) ->
                merged.put(name, values(Structure.fieldSchema(schema, name), present.get(name), value)));
        return merged;
    }

    private static @Nullable Object values(
            StructuralSchema schema, @Nullable Object present, @Nullable Object applied) {
        Division division = Structure.of(schema, applied);
        if (present == null || Structure.of(schema, present) != division) {
            return applied;
        }
        return switch (division) {
            case LEAF -> applied;
            case OBJECT -> of(schema, Tree.child(present), Tree.child(applied));
            case LIST -> lists(schema, Tree.list(present), Tree.list(applied));
        };
    }

    /**
     * Items come in the order in which they are applied. An item that only the present list has stays before the shared item that it stood
     * before, and otherwise comes as early as it can.
     */
    private static List<Object> lists(StructuralSchema schema, List<?> present, List<?> applied) {
        List<String> presentSteps = Structure.itemSteps(schema, present);
        List<String> appliedSteps = Structure.itemSteps(schema, applied);
        Map<String, Object> presentItems = new HashMap<>();
        for (int i = 0; i < present.size(); i++) {
            presentItems.put(presentSteps.get(i), present.get(i));
        }
        Set<String> wanted = new HashSet<>(appliedSteps);

        List<Object> merged = new ArrayList<>(present.size() + applied.size());
        int position = 0;
        for (int i = 0; i < applied.size(); i++) {
            String step = appliedSteps.get(i);
            String nextShared = nextShared(appliedSteps, i, presentItems);
            while (position < present.size() && !presentSteps.get(position).equals(nextShared)) {
                if (!wanted.contains(presentSteps.get(position))) {
                    merged.add(present.get(position));
                }
                position++;
            }
            if (position < present.size() && presentSteps.get(position).equals(step)) {
                position++;
            }
            Object item = presentItems.get(step);
            merged.add(item == null ? applied.get(i) : values(Structure.itemSchema(schema), item, applied.get(i)));
        }
        for (; position < present.size(); position++) {
            if (!wanted.contains(presentSteps.get(position))) {
                merged.add(present.get(position));
            }
        }
        return merged;
    }

    /** The first step at or after this position that the present list has too. */
    private static @Nullable String nextShared(List<String> steps, int from, Map<String, Object> present) {
        for (int i = from; i < steps.size(); i++) {
            if (present.containsKey(steps.get(i))) {
                return steps.get(i);
            }
        }
        return null;
    }
}
