package io.trainyard.local.api.ownership;

import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.ownership.Structure.Division;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields in which two states of an object differ.
 *
 * @param added only in the later state
 * @param modified in both, with different values
 * @param removed only in the earlier state
 */
record Comparison(FieldSet added, FieldSet modified, FieldSet removed) {
    static Comparison of(StructuralSchema schema, Map<String, Object> earlier, Map<String, Object> later) {
        Walk walk = new Walk(new FieldSet.Builder(), new FieldSet.Builder(), new FieldSet.Builder());
        walk.objects(schema, earlier, later);
        return new Comparison(walk.added.build(), walk.modified.build(), walk.removed.build());
    }

    boolean isSame() {
        return added.isEmpty() && modified.isEmpty() && removed.isEmpty();
    }

    /** The three sets at one place of the objects. */
    private record Walk(FieldSet.Builder added, FieldSet.Builder modified, FieldSet.Builder removed) {
        Walk below(String step) {
            return new Walk(added.below(step), modified.below(step), removed.below(step));
        }

        void values(StructuralSchema schema, @Nullable Object earlier, @Nullable Object later) {
            Division division = Structure.of(schema, later == null ? earlier : later);
            boolean sameDivision = earlier == null || later == null || Structure.of(schema, earlier) == division;
            if (!sameDivision) {
                values(schema, earlier, null);
                values(schema, null, later);
            } else if (division == Division.OBJECT && !(isEmpty(earlier) && isEmpty(later))) {
                presence(earlier, later);
                objects(schema, objectOrEmpty(earlier), objectOrEmpty(later));
            } else if (division == Division.LIST && !(isEmpty(earlier) && isEmpty(later))) {
                presence(earlier, later);
                lists(schema, listOrEmpty(earlier), listOrEmpty(later));
            } else if (earlier == null || later == null) {
                presence(earlier, later);
            } else if (!earlier.equals(later)) {
                modified.add();
            }
        }

        private void presence(@Nullable Object earlier, @Nullable Object later) {
            if (earlier == null) {
                added.add();
            } else if (later == null) {
                removed.add();
            }
        }

        void objects(StructuralSchema schema, Map<String, Object> earlier, Map<String, Object> later) {
            for (Map.Entry<String, Object> entry : earlier.entrySet()) {
                String name = entry.getKey();
                Object before = entry.getValue();
                Object after = later.get(name);
                if (before != after && !Objects.equals(before, after)) {
                    below(Structure.fieldStep(name)).values(Structure.fieldSchema(schema, name), before, after);
                }
            }
            for (Map.Entry<String, Object> entry : later.entrySet()) {
                String name = entry.getKey();
                if (entry.getValue() != null && earlier.get(name) == null) {
                    below(Structure.fieldStep(name))
                            .values(Structure.fieldSchema(schema, name), null, entry.getValue());
                }
            }
        }

        private void lists(StructuralSchema schema, List<?> earlier, List<?> later) {
            Map<String, Object> before = byStep(schema, earlier);
            Map<String, Object> after = byStep(schema, later);
            Set<String> steps = new LinkedHashSet<>(before.keySet());
            steps.addAll(after.keySet());
            for (String step : steps) {
                below(step).values(Structure.itemSchema(schema), before.get(step), after.get(step));
            }
        }

        /** Items of the same step, which a valid list has not, count as one. */
        private static Map<String, Object> byStep(StructuralSchema schema, List<?> list) {
            List<String> steps = Structure.itemSteps(schema, list);
            Map<String, Object> items = new LinkedHashMap<>();
            for (int i = 0; i < list.size(); i++) {
                Object item = list.get(i);
                items.merge(steps.get(i), item, (one, other) -> List.of(one, other));
            }
            return items;
        }

        private static boolean isEmpty(@Nullable Object value) {
            return value == null
                    || (value instanceof Map<?, ?> map && map.isEmpty())
                    || (value instanceof List<?> list && list.isEmpty());
        }

        private static Map<String, Object> objectOrEmpty(@Nullable Object value) {
            return value == null ? Map.of() : Tree.object(value);
        }

        private static List<?> listOrEmpty(@Nullable Object value) {
            return value == null ? List.of() : (List<?>) value;
        }
    }
}
