package io.trainyard.local.api.ownership;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.schema.ListType;
import io.trainyard.foundation.schema.SchemaType;
import io.trainyard.foundation.schema.StructuralSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a value divides into parts that can have different owners. */
final class Structure {
    private static final StructuralSchema UNKNOWN = StructuralSchema.anything();

    private Structure() {}

    /** How a value divides. */
    enum Division {
        /** Not at all: a scalar, an atomic list or an atomic object. */
        LEAF,
        /** By field. */
        OBJECT,
        /** By item, items being told apart by value or by keys. */
        LIST
    }

    static Division of(StructuralSchema schema, @Nullable Object value) {
        if (value instanceof Map) {
            return schema.atomicMap() ? Division.LEAF : Division.OBJECT;
        }
        if (value instanceof List) {
            return schema.type() == SchemaType.ARRAY && schema.listType() != ListType.ATOMIC
                    ? Division.LIST
                    : Division.LEAF;
        }
        return Division.LEAF;
    }

    /** The schema of what a step leads to; one that accepts anything when nothing is known. */
    static StructuralSchema childSchema(StructuralSchema schema, String step) {
        return step.startsWith("f:") ? fieldSchema(schema, step.substring(2)) : itemSchema(schema);
    }

    static StructuralSchema fieldSchema(StructuralSchema schema, String name) {
        return schema.property(name).orElse(UNKNOWN);
    }

    static StructuralSchema itemSchema(StructuralSchema schema) {
        return schema.items().orElse(UNKNOWN);
    }

    static String fieldStep(String name) {
        return "f:" + name;
    }

    /** The steps to the items of a list, in its order. */
    static List<String> itemSteps(StructuralSchema schema, List<?> list) {
        List<String> steps = new ArrayList<>(list.size());
        for (Object item : list) {
            steps.add(itemStep(schema, item));
        }
        return steps;
    }

    private static String itemStep(StructuralSchema schema, @Nullable Object item) {
        if (schema.listType() == ListType.SET || !(item instanceof Map<?, ?> map)) {
            return item instanceof String text && isPlain(text) ? "v:\"" + text + "\"" : "v:" + Json.text(item);
        }
        Map<String, Object> keys = new TreeMap<>();
        for (String name : schema.listKeys()) {
            Object value = map.get(name);
            if (value == null) {
                value = schema.items()
                        .flatMap(items -> items.property(name))
                        .flatMap(StructuralSchema::defaultValue)
                        .orElse(null);
            }
            if (value != null) {
                keys.put(name, value);
            }
        }
        return step(keys);
    }

    /** What {@link Json} would write, without its costs: this is called for every item of every write. */
    private static String step(Map<String, Object> keys) {
        StringBuilder step = new StringBuilder("k:{");
        for (Map.Entry<String, Object> key : keys.entrySet()) {
            step.append(step.length() > 3 ? ",\"" : "\"").append(key.getKey()).append("\":");
            if (key.getValue() instanceof String text && isPlain(text)) {
                step.append('"').append(text).append('"');
            } else if (key.getValue() instanceof Long || key.getValue() instanceof Boolean) {
                step.append(key.getValue());
            } else {
                step.append(Json.text(key.getValue()));
            }
        }
        return step.append('}').toString();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    /** A step as messages show it. */
    static String display(String step) {
        String rest = step.substring(2);
        if (step.startsWith("f:")) {
            return "." + rest;
        }
        if (step.startsWith("v:")) {
            return "[=" + rest + "]";
        }
        return Json.parseObject(rest).entrySet().stream()
                .map(key -> key.getKey() + "=" + Json.text(key.getValue()))
                .collect(Collectors.joining(",", "[", "]"));
    }
}
