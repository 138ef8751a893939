package io.trainyard.launcher.fuzz;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.definitions.Definitions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fields and values that mean something: those of the definitions, and those that were seen in objects. */
final class Vocabulary {
    private static final int DEEPEST = 5;

    private final Map<String, Map<String, Object>> schemas = new HashMap<>();
    private final Map<String, List<Object>> samples = new LinkedHashMap<>();
    private final List<String> keys;

    Vocabulary(List<Map<String, Object>> objects) {
        Definitions.load()
                .forEach(definition -> schemas.put(
                        Tree.text(definition, "spec", "names", "kind"),
                        Tree.child(Tree.objects(definition, "spec", "versions").get(0), "schema", "openAPIV3Schema")));
        objects.forEach(this::collect);
        keys = List.copyOf(samples.keySet());
    }

    private void collect(Object value) {
        if (value instanceof Map<?, ?> map) {
            Tree.object(map).forEach((key, item) -> {
                samples.computeIfAbsent(key, unused -> new ArrayList<>()).add(item);
                collect(item);
            });
        } else if (value instanceof List<?> list) {
            list.forEach(this::collect);
        }
    }

    /** The schema of a kind; empty for kinds that are not ours. */
    Map<String, Object> schema(String kind) {
        return schemas.getOrDefault(kind, Map.of());
    }

    /** The schema of one field; empty when it says nothing about it. */
    static Map<String, Object> property(Map<String, Object> schema, String key) {
        Map<String, Object> known = Tree.child(schema, "properties", key);
        return known.isEmpty() ? Tree.child(schema, "additionalProperties") : known;
    }

    /** The name of some field. */
    String key(Choices choices) {
        return choices.of(keys);
    }

    /** What some object has in a field of that name. */
    Object sample(String key, Choices choices) {
        List<Object> seen = samples.get(key);
        return seen == null ? Strange.value(choices) : Tree.copyOf(choices.of(seen));
    }

    /** A value that a schema lets through, more or less. */
    Object value(Map<String, Object> schema, Choices choices) {
        return value(schema, choices, DEEPEST);
    }

    private Object value(Map<String, Object> schema, Choices choices, int depth) {
        List<Object> allowed = Tree.list(schema, "enum");
        if (!allowed.isEmpty()) {
            return choices.of(allowed);
        }
        return switch (Tree.text(schema, "type")) {
            case "object" -> object(schema, choices, depth);
            case "array" -> {
                List<Object> items = new ArrayList<>();
                for (int i = depth == 0 ? 0 : 1 + choices.below(3); i > 0; i--) {
                    items.add(value(Tree.child(schema, "items"), choices, depth - 1));
                }
                yield items;
            }
            case "integer", "number" -> Strange.near(Tree.integer(1, schema, "minimum"), choices);
            case "boolean" -> choices.oneIn(2);
            case "string" -> Strange.near("text", choices);
            default -> Strange.value(choices);
        };
    }

    private Map<String, Object> object(Map<String, Object> schema, Choices choices, int depth) {
        Map<String, Object> object = new LinkedHashMap<>();
        Map<String, Object> properties = Tree.child(schema, "properties");
        if (depth == 0) {
            return object;
        }
        for (Object required : Tree.list(schema, "required")) {
            object.put((String) required, value(Tree.child(properties, (String) required), choices, depth - 1));
        }
        List<String> names = List.copyOf(properties.keySet());
        for (int i = names.isEmpty() ? 0 : choices.below(4); i > 0; i--) {
            String name = choices.of(names);
            object.put(name, value(Tree.child(properties, name), choices, depth - 1));
        }
        if (names.isEmpty()) {
            object.put("key", value(Tree.child(schema, "additionalProperties"), choices, depth - 1));
        }
        return object;
    }
}
