package io.trainyard.core.manifest;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The fields that a model class has in JSON: components of our records, annotated fields of Kubernetes' classes. */
final class ModelFields {
    private static final Map<Class<?>, Map<String, Type>> KNOWN = new ConcurrentHashMap<>();

    private ModelFields() {}

    /** Types by name, in the order of declaration; empty for a class that takes any fields. */
    static Map<String, Type> of(Class<?> type) {
        return KNOWN.computeIfAbsent(type, ModelFields::read);
    }

    private static Map<String, Type> read(Class<?> type) {
        Map<String, Type> fields = new LinkedHashMap<>();
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                fields.put(component.getName(), component.getGenericType());
            }
            return fields;
        }
        for (Field field : type.getDeclaredFields()) {
            JsonProperty property = field.getAnnotation(JsonProperty.class);
            if (property != null) {
                fields.put(property.value().isEmpty() ? field.getName() : property.value(), field.getGenericType());
            }
        }
        return fields;
    }
}
