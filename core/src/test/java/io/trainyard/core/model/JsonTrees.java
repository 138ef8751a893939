package io.trainyard.core.model;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;

/** Reads and writes objects as the client does. */
final class JsonTrees {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    private JsonTrees() {}

    /** A typed object from YAML or JSON. */
    static <T> T read(String text, Class<T> type) {
        return SERIALIZATION.unmarshal(text, type);
    }

    /** YAML or JSON as plain maps, lists, texts, numbers and booleans. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> tree(String text) {
        return SERIALIZATION.unmarshal(text, Map.class);
    }

    /** What the client would send for this object. */
    static Map<String, Object> written(Object object) {
        return tree(SERIALIZATION.asJson(object));
    }
}
