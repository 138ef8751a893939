package io.trainyard.launcher.fuzz;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Changes an object here and there: mostly into what is nearly right, with the fields and values of other objects and of the schema. */
final class Mutation {
    private static final int MAX_EDITS = 4;
    private static final List<Integer> REPETITIONS = List.of(2, 16, 17, 32, 33, 64, 65, 200, 1_000);
    private static final int MAX_COPIES_OF_LARGE_VALUES = 40;
    private static final int LARGE = 20;

    private final Vocabulary vocabulary;
    private final Choices choices;

    Mutation(Vocabulary vocabulary, Choices choices) {
        this.vocabulary = vocabulary;
        this.choices = choices;
    }

    /** A changed copy; now and then one without a change. */
    Map<String, Object> of(Map<String, Object> tree) {
        Map<String, Object> copy = Tree.copy(tree);
        for (int edits = choices.below(MAX_EDITS + 1); edits > 0; edits--) {
            edit(copy, tree.get("kind") instanceof String kind ? vocabulary.schema(kind) : Map.of());
        }
        return copy;
    }

    private void edit(Object node, Map<String, Object> schema) {
        if (node instanceof Map<?, ?> map) {
            Map<String, Object> object = Tree.object(map);
            if (object.isEmpty() || choices.oneIn(8)) {
                add(object, schema);
                return;
            }
            String key = new ArrayList<>(object.keySet()).get(choices.below(object.size()));
            Map<String, Object> below = Vocabulary.property(schema, key);
            if (isFilled(object.get(key)) && !choices.oneIn(8)) {
                edit(object.get(key), below);
            } else if (choices.oneIn(5)) {
                object.remove(key);
            } else {
                object.put(key, changed(key, object.get(key), below));
            }
        } else if (node instanceof List<?> items) {
            edit(list(items), Tree.child(schema, "items"));
        }
    }

    private void edit(List<Object> list, Map<String, Object> schema) {
        int index = choices.below(list.size());
        Object item = list.get(index);
        if (isFilled(item) && !choices.oneIn(5)) {
            edit(item, schema);
            return;
        }
        switch (choices.below(6)) {
            case 0 -> list.remove(index);
            case 1 -> list.add(Tree.copyOf(item));
            case 2 -> repeat(list, item);
            case 3 -> list.add(choices.below(list.size() + 1), vocabulary.value(schema, choices));
            default -> list.set(index, changed("", item, schema));
        }
    }

    private void repeat(List<Object> list, Object item) {
        int times = choices.of(REPETITIONS);
        int copies = size(item) > LARGE ? Math.min(times, MAX_COPIES_OF_LARGE_VALUES) : times;
        boolean named = item instanceof Map<?, ?> map && map.get("name") instanceof String && choices.oneIn(2);
        for (int i = 0; i < copies; i++) {
            Object copy = Tree.copyOf(item);
            if (named && copy instanceof Map<?, ?> map) {
                Tree.object(map).put("name", "n-" + i);
            }
            list.add(copy);
        }
    }

    private void add(Map<String, Object> object, Map<String, Object> schema) {
        switch (choices.below(6)) {
            case 0 -> object.put(Strange.near("x", choices).toString(), Strange.value(choices));
            case 1 -> {
                for (int i = choices.of(REPETITIONS); i > 0; i--) {
                    object.put("key-" + i, "value");
                }
            }
            case 2 -> {
                String key = vocabulary.key(choices);
                object.put(key, vocabulary.sample(key, choices));
            }
            default -> {
                Map<String, Object> properties = Tree.child(schema, "properties");
                if (!properties.isEmpty()) {
                    String key = new ArrayList<>(properties.keySet()).get(choices.below(properties.size()));
                    object.put(key, vocabulary.value(Tree.child(properties.get(key)), choices));
                }
            }
        }
    }

    private Object changed(String key, Object value, Map<String, Object> schema) {
        return switch (choices.below(8)) {
            case 0 -> Strange.value(choices);
            case 1 -> vocabulary.sample(key, choices);
            case 2 -> vocabulary.sample(vocabulary.key(choices), choices);
            case 3 -> vocabulary.value(schema, choices);
            case 4 ->
                choices.oneIn(2)
                        ? new ArrayList<>(List.of(value == null ? "" : value))
                        : new LinkedHashMap<>(Map.of("a", value == null ? "" : value));
            default ->
                value instanceof Number number
                        ? Strange.near(number, choices)
                        : value instanceof String text ? Strange.near(text, choices) : Strange.value(choices);
        };
    }

    private static boolean isFilled(Object value) {
        return value instanceof Map<?, ?> map && !map.isEmpty() || value instanceof List<?> list && !list.isEmpty();
    }

    private static int size(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.values().stream().mapToInt(Mutation::size).sum() + 1;
        }
        return value instanceof List<?> list
                ? list.stream().mapToInt(Mutation::size).sum() + 1
                : 1;
    }

    @SuppressWarnings("unchecked") // items of JSON lists have no common type
    private static List<Object> list(List<?> items) {
        return (List<Object>) items;
    }
}
