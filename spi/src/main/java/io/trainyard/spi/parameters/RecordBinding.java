package io.trainyard.spi.parameters;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trainyard.foundation.field.FieldError;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a tree as a record, strictly: a text is no number, and an unknown field is a mistake. */
final class RecordBinding {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .build();

    private static final Set<Class<?>> FRACTIONS =
            Set.of(double.class, Double.class, float.class, Float.class, BigDecimal.class);

    private RecordBinding() {}

    static <R> R bind(Map<String, Object> tree, Class<R> type, String path) {
        try {
            return MAPPER.convertValue(tree, type);
        } catch (IllegalArgumentException mismatch) {
            throw new InvalidParametersException(List.of(error(mismatch, path)));
        }
    }

    private static FieldError error(IllegalArgumentException mismatch, String path) {
        if (!(mismatch.getCause() instanceof JsonMappingException place)) {
            return FieldError.invalid(path, null, "cannot be read: " + firstLine(mismatch.getMessage()));
        }
        String field = path(path, place);
        if (place instanceof UnrecognizedPropertyException unknown) {
            return FieldError.invalid(
                    field,
                    null,
                    "unknown field; known are "
                            + unknown.getKnownPropertyIds().stream()
                                    .map(String::valueOf)
                                    .sorted()
                                    .collect(Collectors.joining(", ")));
        }
        if (place instanceof ValueInstantiationException && place.getCause() != null) {
            return FieldError.invalid(field, null, firstLine(place.getCause().getMessage()));
        }
        return FieldError.invalid(field, null, "must be " + wanted(place));
    }

    private static String wanted(JsonMappingException place) {
        Class<?> type = place instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null
                ? mismatch.getTargetType()
                : Object.class;
        if (type.isEnum()) {
            return "one of "
                    + Stream.of(type.getEnumConstants()).map(String::valueOf).collect(Collectors.joining(", "));
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (FRACTIONS.contains(type)) {
            return "a number";
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return "a whole number that is not too large";
        }
        return type == String.class
                ? "text"
                : Collection.class.isAssignableFrom(type)
                        ? "a list"
                        : type == Object.class ? "of another type" : "an object with fields";
    }

    private static String path(String path, JsonMappingException place) {
        String below = place.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName())
                .collect(Collectors.joining());
        return path.isEmpty() && below.startsWith(".") ? below.substring(1) : path + below;
    }

    private static String firstLine(@Nullable String text) {
        return text == null ? "" : text.lines().findFirst().orElse("");
    }
}
