package io.trainyard.dashboard.cache;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Objects as trees, in the way in which people write them. Pure. */
final class ObjectTrees {
    private static final TypeReference<LinkedHashMap<String, Object>> TREE = new TypeReference<>() {};
    private static final ObjectMapper MAPPER =
            new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

    /** What the API server adds. */
    private static final Set<String> OF_THE_SERVER =
            Set.of("uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "selfLink");

    private ObjectTrees() {}

    /** All of an object. */
    static Map<String, Object> of(HasMetadata object) {
        return MAPPER.convertValue(object, TREE);
    }

    /** An object without its status and without what the API server adds. */
    static Map<String, Object> written(HasMetadata object) {
        Map<String, Object> tree = of(object);
        tree.remove("status");
        if (tree.get("metadata") instanceof Map<?, ?> metadata) {
            Map<String, Object> kept = new LinkedHashMap<>();
            metadata.forEach((name, value) -> {
                if (!OF_THE_SERVER.contains(String.valueOf(name)) && !isEmpty(value)) {
                    kept.put(String.valueOf(name), value);
                }
            });
            tree.put("metadata", kept);
        }
        return tree;
    }

    private static boolean isEmpty(Object value) {
        return (value instanceof Map<?, ?> map && map.isEmpty())
                || (value instanceof Iterable<?> list && !list.iterator().hasNext());
    }
}
