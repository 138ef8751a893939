package io.trainyard.foundation.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** Trees from JSON with single quotes. */
final class Trees {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);

    private Trees() {}

    static Object value(String json) {
        try {
            return MAPPER.readValue(json.replace('\'', '"'), Object.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    static Map<String, Object> object(String json) {
        try {
            return MAPPER.readValue(json.replace('\'', '"'), new TypeReference<>() {});
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    static StructuralSchema schema(String json) {
        return StructuralSchema.parse(object(json));
    }
}
