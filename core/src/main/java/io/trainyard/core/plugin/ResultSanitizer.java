package io.trainyard.core.plugin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes what a plugin answers safe to use: complete, and nothing in it that the plugin could change later or whose classes only the plugin has.
 * Runs as a part of the plugin's call.
 */
final class ResultSanitizer {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private ResultSanitizer() {}

    /** A list of the host's own. */
    static <T> List<T> list(@Nullable Collection<? extends @Nullable T> answer) {
        if (answer == null) {
            throw new InvalidResultException("it returned null instead of a list");
        }
        List<T> list = new ArrayList<>(answer.size());
        for (T element : answer) {
            if (element == null) {
                throw new InvalidResultException("its list has null in it");
            }
            list.add(element);
        }
        return List.copyOf(list);
    }

    /** What a plugin from a jar built: copies, of classes of the host. */
    static Components copies(Components built) {
        return new Components(
                built.components().stream()
                        .map(component ->
                                new Component(copy(component.object()), component.updatePolicy(), component.creation()))
                        .toList(),
                built.events());
    }

    /** Of the same class where that can be read again, so that caches of that class are of use; else a plain object. */
    static HasMetadata copy(HasMetadata object) {
        requireName(object);
        try {
            JsonNode tree = MAPPER.valueToTree(object);
            HasMetadata copy = sameClass(tree, object.getClass());
            return copy == null ? MAPPER.treeToValue(tree, GenericKubernetesResource.class) : copy;
        } catch (IllegalArgumentException | JsonProcessingException e) {
            throw new InvalidResultException(
                    "its " + object.getKind() + " cannot be written as JSON: " + firstLine(e.getMessage()), e);
        }
    }

    private static @Nullable HasMetadata sameClass(JsonNode tree, Class<? extends HasMetadata> type) {
        try {
            Object read = MAPPER.treeToValue(tree, (Class<?>) type);
            return type.isInstance(read) ? type.cast(read) : null;
        } catch (JsonProcessingException | ClassCastException ofItsOwnSort) {
            return null;
        }
    }

    private static void requireName(@Nullable HasMetadata object) {
        if (object == null) {
            throw new InvalidResultException("it built a component without an object");
        }
        String type = object.getClass().getName();
        if (isEmpty(object.getKind()) || isEmpty(object.getApiVersion())) {
            throw new InvalidResultException("it built a " + type + " without kind or apiVersion");
        }
        if (object.getMetadata() == null || isEmpty(object.getMetadata().getName())) {
            throw new InvalidResultException("it built a " + object.getKind() + " without metadata.name");
        }
    }

    /** Findings in which every value is plain: text, number, truth, or a tree of these. */
    static Validation withPlainValues(Validation findings) {
        return findings.errors().isEmpty()
                ? findings
                : new Validation(withPlainValues(findings.errors()), findings.warnings());
    }

    static List<FieldError> withPlainValues(List<FieldError> findings) {
        List<FieldError> errors = new ArrayList<>();
        for (FieldError error : findings) {
            errors.add(
                    isPlain(error.value())
                            ? error
                            : new FieldError(
                                    error.path(), error.kind(), String.valueOf(error.value()), error.message()));
        }
        return errors;
    }

    private static boolean isPlain(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return isOfTheJdk(map)
                    && map.keySet().stream().allMatch(ResultSanitizer::isPlain)
                    && map.values().stream().allMatch(ResultSanitizer::isPlain);
        }
        if (value instanceof Collection<?> list) {
            return isOfTheJdk(list) && list.stream().allMatch(ResultSanitizer::isPlain);
        }
        return value == null || isOfTheJdk(value);
    }

    private static boolean isOfTheJdk(Object value) {
        return value.getClass().getClassLoader() == null;
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private static String firstLine(@Nullable String text) {
        return text == null ? "" : text.lines().findFirst().orElse("");
    }
}
