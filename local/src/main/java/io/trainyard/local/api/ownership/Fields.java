package io.trainyard.local.api.ownership;

import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.ownership.Structure.Division;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields that an object has, and the object without some of them. */
final class Fields {
    private Fields() {}

    /** What somebody owns who applies this object. */
    static FieldSet of(StructuralSchema schema, Map<String, Object> object) {
        FieldSet.Builder set = new FieldSet.Builder();
        collectObject(schema, object, set);
        return set.build();
    }

    private static void collect(StructuralSchema schema, @Nullable Object value, FieldSet.Builder set) {
        switch (Structure.of(schema, value)) {
            case OBJECT -> collectObject(schema, Tree.child(value), set);
            case LIST -> collectList(schema, Tree.list(value), set);
            case LEAF -> set.add();
        }
    }

    private static void collectObject(StructuralSchema schema, Map<String, Object> object, FieldSet.Builder set) {
        object.forEach((name, value) -> {
            FieldSet.Builder field = set.below(Structure.fieldStep(name));
            collect(Structure.fieldSchema(schema, name), value, field);
            // Free keys and empty objects count themselves; declared fields only through what they hold.
            if ((value instanceof Map<?, ?> map && map.isEmpty())
                    || !schema.properties().containsKey(name)) {
                field.add();
            }
        });
    }

    private static void collectList(StructuralSchema schema, List<?> list, FieldSet.Builder set) {
        List<String> steps = Structure.itemSteps(schema, list);
        for (int i = 0; i < list.size(); i++) {
            FieldSet.Builder item = set.below(steps.get(i));
            collect(Structure.itemSchema(schema), list.get(i), item);
            item.add();
        }
    }

    /** The object without these paths; what becomes empty because of that becomes null. */
    static Map<String, Object> remove(StructuralSchema schema, Map<String, Object> object, FieldSet paths) {
        return paths.isEmpty() ? object : removeFromObject(schema, object, paths);
    }

    private static @Nullable Object removeFrom(StructuralSchema schema, @Nullable Object value, FieldSet paths) {
        Division division = Structure.of(schema, value);
        if (division == Division.OBJECT && value instanceof Map<?, ?> map && !map.isEmpty()) {
            Map<String, Object> rest = removeFromObject(schema, Tree.object(map), paths);
            return rest.isEmpty() ? null : rest;
        }
        if (division == Division.LIST && value instanceof List<?> list && !list.isEmpty()) {
            return removeFromList(schema, list, paths);
        }
        return value;
    }

    private static Map<String, Object> removeFromObject(
            StructuralSchema schema, Map<String, Object> object, FieldSet paths) {
        Map<String, Object> rest = new LinkedHashMap<>();
        object.forEach((name, value) -> {
            String step = Structure.fieldStep(name);
            if (!paths.has(step)) {
                rest.put(
                        name,
                        paths.reachesBelow(step)
                                ? removeFrom(Structure.fieldSchema(schema, name), value, paths.below(step))
                                : value);
            }
        });
        return rest;
    }

    private static @Nullable List<Object> removeFromList(StructuralSchema schema, List<?> list, FieldSet paths) {
        List<String> steps = Structure.itemSteps(schema, list);
        List<Object> rest = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            String step = steps.get(i);
            if (!paths.has(step)) {
                rest.add(
                        paths.reachesBelow(step)
                                ? removeFrom(Structure.itemSchema(schema), list.get(i), paths.below(step))
                                : list.get(i));
            }
        }
        return rest.isEmpty() ? null : rest;
    }
}
