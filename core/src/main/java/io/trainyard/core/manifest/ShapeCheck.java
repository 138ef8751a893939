package io.trainyard.core.manifest;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.NearestName;
import io.trainyard.foundation.yaml.Document;
import io.trainyard.foundation.yaml.Problem;
import io.trainyard.spi.model.EmbeddedMetadata;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares a tree with the class that it is to become: unknown fields with a guess of what was meant, and values of the wrong type. Validates
 * nothing else; null is the same as absent.
 */
final class ShapeCheck {
    private static final String MODEL_PACKAGE = "io.fabric8.kubernetes.api.model.";

    private final Document document;
    private final Consumer<Problem> unknownFields;
    private final Consumer<Problem> wrongTypes;

    /**
     * A check of one document.
     *
     * @param unknownFields takes fields that the class does not have
     * @param wrongTypes takes values that the class cannot hold
     */
    ShapeCheck(Document document, Consumer<Problem> unknownFields, Consumer<Problem> wrongTypes) {
        this.document = document;
        this.unknownFields = unknownFields;
        this.wrongTypes = wrongTypes;
    }

    /** Checks the value at a path. */
    void check(@Nullable Object value, Type type, FieldPath path) {
        if (value == null || type == Object.class) {
            return;
        }
        if (type instanceof ParameterizedType generic) {
            container(value, generic, path);
        } else if (type instanceof Class<?> simple) {
            single(value, simple, path);
        }
    }

    private void container(Object value, ParameterizedType type, FieldPath path) {
        Type[] arguments = type.getActualTypeArguments();
        if (type.getRawType() == List.class) {
            if (value instanceof List<?> list) {
                for (int i = 0; i < list.size(); i++) {
                    check(list.get(i), arguments[0], path.item(i));
                }
            } else {
                wrong(path, "a list", value);
            }
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, entry) -> check(entry, arguments[1], path.key((String) key)));
        } else {
            wrong(path, "an object with fields", value);
        }
    }

    private void single(Object value, Class<?> type, FieldPath path) {
        if (type == String.class) {
            if (!(value instanceof String)) {
                text(value, path);
            }
        } else if (type == Boolean.class || type == boolean.class) {
            require(value instanceof Boolean, path, "true or false", value);
        } else if (type == Integer.class || type == int.class) {
            require(value instanceof Integer, path, "a whole number of at most 32 bits", value);
        } else if (type == Long.class || type == long.class) {
            require(value instanceof Integer || value instanceof Long, path, "a whole number", value);
        } else if (type == Double.class || type == double.class) {
            require(value instanceof Number, path, "a number", value);
        } else if (type == IntOrString.class) {
            require(value instanceof String || value instanceof Integer, path, "a whole number or text", value);
        } else if (type == Quantity.class) {
            require(value instanceof String || value instanceof Number, path, "a quantity such as 500m or 2Gi", value);
        } else if (type == EmbeddedMetadata.class) {
            // Only labels and annotations count, but the schema takes all of metadata.
            single(value, ObjectMeta.class, path);
        } else if (type.isRecord() || type.getName().startsWith(MODEL_PACKAGE)) {
            object(value, ModelFields.of(type), type.isRecord(), path);
        }
    }

    /** Checks an object against known fields. */
    void object(Object value, Map<String, Type> fields, boolean closed, FieldPath path) {
        if (!(value instanceof Map<?, ?> map)) {
            wrong(path, "an object with fields", value);
            return;
        }
        if (fields.isEmpty() && !closed) {
            return;
        }
        map.forEach((key, entry) -> {
            String name = (String) key;
            @Nullable Type type = fields.get(name);
            if (type == null) {
                unknownFields.accept(document.problem(
                        path.field(name), "unknown field" + NearestName.question(name, fields.keySet())));
            } else {
                check(entry, type, path.field(name));
            }
        });
    }

    private void text(Object value, FieldPath path) {
        if (value instanceof Map || value instanceof List) {
            wrong(path, "text", value);
        } else {
            String written = document.written(path.text()).orElse(value.toString());
            wrongTypes.accept(document.problem(path, "must be text; put it in quotes: \"" + written + "\""));
        }
    }

    private void require(boolean fits, FieldPath path, String expected, Object value) {
        if (!fits) {
            wrong(path, expected, value);
        }
    }

    private void wrong(FieldPath path, String expected, Object value) {
        wrongTypes.accept(document.problem(path, "must be " + expected + ", not " + show(value)));
    }

    private static String show(Object value) {
        if (value instanceof Map) {
            return "an object";
        }
        if (value instanceof List) {
            return "a list";
        }
        String text = value.toString();
        String shown = text.length() > 60 ? text.substring(0, 60) + "…" : text;
        return value instanceof Number || value instanceof Boolean || value instanceof BigInteger
                ? shown
                : "\"" + shown + "\"";
    }
}
