package io.trainyard.foundation.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Fills in defaults, in place. */
final class SchemaDefaults {
    private SchemaDefaults() {}

    static void apply(StructuralSchema schema, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            applyToObject(schema, objectOf(map));
        } else if (value instanceof List<?> list && schema.items().isPresent()) {
            StructuralSchema items = schema.items().get();
            for (Object item : list) {
                apply(items, item);
            }
        }
    }

    private static void applyToObject(StructuralSchema schema, Map<String, Object> object) {
        schema.properties().forEach((name, property) -> {
            Object present = object.get(name);
            if (present == null && (!object.containsKey(name) || !property.nullable())) {
                Optional<Object> defaultValue = property.defaultValue();
                if (defaultValue.isPresent()) {
                    object.put(name, copy(defaultValue.get()));
                } else {
                    object.remove(name);
                }
            }
            apply(property, object.get(name));
        });
        schema.additionalProperties().ifPresent(values -> {
            for (Map.Entry<String, Object> entry : object.entrySet()) {
                if (!schema.properties().containsKey(entry.getKey())) {
                    apply(values, entry.getValue());
                }
            }
        });
    }

    private static Object copy(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((key, item) -> copy.put((String) key, item == null ? null : copy(item)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>(list.size());
            for (Object item : list) {
                copy.add(item == null ? null : copy(item));
            }
            return copy;
        }
        return value;
    }

    @SuppressWarnings("unchecked") // keys of JSON objects are strings
    static Map<String, Object> objectOf(Map<?, ?> map) {
        return (Map<String, Object>) map;
    }
}
