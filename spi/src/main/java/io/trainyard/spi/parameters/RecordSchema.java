package io.trainyard.spi.parameters;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The schema that follows from the components of a record. */
final class RecordSchema {
    private static final Map<Class<?>, String> PLAIN = Map.ofEntries(
            Map.entry(String.class, "string"),
            Map.entry(boolean.class, "boolean"),
            Map.entry(Boolean.class, "boolean"),
            Map.entry(int.class, "integer"),
            Map.entry(Integer.class, "integer"),
            Map.entry(long.class, "integer"),
            Map.entry(Long.class, "integer"),
            Map.entry(BigInteger.class, "integer"),
            Map.entry(double.class, "number"),
            Map.entry(Double.class, "number"),
            Map.entry(BigDecimal.class, "number"));

    private RecordSchema() {}

    static Map<String, Object> of(Class<?> type) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<Object> required = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String name = name(component);
            properties.put(name, schema(component.getGenericType(), type.getSimpleName() + "." + component.getName()));
            if (component.getType().isPrimitive()) {
                required.add(name);
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema;
    }

    private static String name(RecordComponent component) {
        JsonProperty property = component.getAccessor().getAnnotation(JsonProperty.class);
        return property == null || property.value().isEmpty() ? component.getName() : property.value();
    }

    private static Map<String, Object> schema(Type type, String place) {
        if (type instanceof ParameterizedType generic) {
            return container(generic, place);
        }
        if (!(type instanceof Class<?> plain)) {
            throw unsupported(type, place);
        }
        if (PLAIN.containsKey(plain)) {
            return Map.of("type", PLAIN.get(plain));
        }
        if (plain.isEnum()) {
            List<Object> names = Arrays.stream(plain.getEnumConstants())
                    .map(constant -> (Object) ((Enum<?>) constant).name())
                    .toList();
            return Map.of("type", "string", "enum", names);
        }
        if (plain.isRecord()) {
            return of(plain);
        }
        if (plain == Object.class) {
            return Map.of("x-kubernetes-preserve-unknown-fields", true);
        }
        throw unsupported(type, place);
    }

    private static Map<String, Object> container(ParameterizedType type, String place) {
        Type[] arguments = type.getActualTypeArguments();
        if (type.getRawType() == List.class) {
            return Map.of("type", "array", "items", schema(arguments[0], place));
        }
        if (type.getRawType() == Map.class && arguments[0] == String.class) {
            return Map.of("type", "object", "additionalProperties", schema(arguments[1], place));
        }
        throw unsupported(type, place);
    }

    private static IllegalArgumentException unsupported(Type type, String place) {
        return new IllegalArgumentException(
                place + " is of type " + type.getTypeName()
                        + "; parameters are texts, numbers, truth values, enums, lists, maps with text keys, and records of these");
    }
}
