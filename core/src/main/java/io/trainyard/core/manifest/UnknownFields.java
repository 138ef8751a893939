package io.trainyard.core.manifest;

import io.trainyard.foundation.field.FieldPath;
import io.trainyard.spi.model.EmbeddedMetadata;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fields of our objects that this release does not have. Our schemas drop them before anybody sees them; those of a newer release of the API let them
 * through. Pure.
 */
public final class UnknownFields {
    private static final int MAX_WARNINGS = 10;

    private final List<String> found = new ArrayList<>();

    private UnknownFields() {}

    /**
     * A warning for each of the first of them.
     *
     * @param spec the spec of an object
     * @param type what it is read into
     */
    public static List<String> warnings(Map<String, Object> spec, Class<? extends Record> type) {
        UnknownFields fields = new UnknownFields();
        fields.look(spec, type, FieldPath.ROOT.field("spec"));
        return fields.found.stream()
                .limit(MAX_WARNINGS)
                .map(path -> path + ": this release of Trainyard does not know the field, so it has no effect")
                .toList();
    }

    private void look(@Nullable Object value, @Nullable Type type, FieldPath path) {
        if (type instanceof ParameterizedType list
                && list.getRawType() == List.class
                && value instanceof List<?> items) {
            for (int i = 0; i < items.size(); i++) {
                look(items.get(i), list.getActualTypeArguments()[0], path.item(i));
            }
        } else if (type instanceof Class<?> record
                && record.isRecord()
                && record != EmbeddedMetadata.class
                && value instanceof Map<?, ?> object) {
            Map<String, Type> known = new HashMap<>();
            for (RecordComponent component : record.getRecordComponents()) {
                known.put(component.getName(), component.getGenericType());
            }
            object.forEach((key, inner) -> {
                FieldPath field = path.field(String.valueOf(key));
                if (known.containsKey(key)) {
                    look(inner, known.get(key), field);
                } else if (inner != null) {
                    found.add(field.text());
                }
            });
        }
    }
}
