package io.trainyard.core.manifest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From trees to objects of the model and back. */
public final class TreeConversion {
    private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};
    // The only one for the model: a mapper looks at a class by reflection when it meets it first, which for a TrainJob
    // takes a twentieth of a second.
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

    private TreeConversion() {}

    /** An object of the model, or a part of one, as it travels on the wire. */
    public static Map<String, Object> toTree(Object object) {
        return MAPPER.convertValue(object, TREE);
    }

    /**
     * A tree as an object; fields that the class does not have are dropped.
     *
     * @throws IllegalArgumentException when a value cannot become what the class has there
     */
    public static <T> T toObject(Map<String, Object> tree, Class<T> type) {
        return MAPPER.convertValue(tree, type);
    }

    /**
     * The same of a tree that Jackson has read.
     *
     * @throws JsonProcessingException when a value cannot become what the class has there
     */
    public static <T> T toObject(JsonNode tree, Class<T> type) throws JsonProcessingException {
        return MAPPER.treeToValue(tree, type);
    }

    /** An object of the model, a part of one or a tree, as JSON. */
    static byte[] toJson(Object object) {
        try {
            return MAPPER.writeValueAsBytes(object);
        } catch (JsonProcessingException unreadable) {
            throw new IllegalArgumentException("an object cannot be written as JSON", unreadable);
        }
    }

    /** The same tree without null fields, which mean the same as absent ones. */
    public static Map<String, Object> withoutNulls(Map<String, Object> tree) {
        Map<String, Object> result = new LinkedHashMap<>();
        tree.forEach((key, value) -> {
            if (value != null) {
                result.put(key, withoutNulls(value));
            }
        });
        return result;
    }

    @SuppressWarnings("unchecked")
    private static @Nullable Object withoutNulls(@Nullable Object value) {
        if (value instanceof Map) {
            return withoutNulls((Map<String, Object>) value);
        }
        if (value instanceof List<?> list) {
            List<Object> result = new ArrayList<>(list.size());
            list.forEach(item -> result.add(withoutNulls(item)));
            return result;
        }
        return value;
    }
}
