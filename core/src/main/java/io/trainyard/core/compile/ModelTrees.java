package io.trainyard.core.compile;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.AbstractList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts trees to Kubernetes model objects and back, for the few parts that plugins see as objects. */
final class ModelTrees {
    private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

    private ModelTrees() {}

    static Map<String, Object> toTree(Object model) {
        return MAPPER.convertValue(model, TREE);
    }

    /** The trees as objects of the model, converted at the first access: most plugins never look. */
    static <T> Collection<T> lazily(Collection<Map<String, Object>> trees, Class<T> type) {
        if (trees.isEmpty()) {
            return List.of();
        }
        return new AbstractList<>() {
            private @Nullable List<T> converted;

            private List<T> converted() {
                if (converted == null) {
                    converted = trees.stream()
                            .map(tree -> MAPPER.convertValue(tree, type))
                            .toList();
                }
                return converted;
            }

            @Override
            public T get(int index) {
                return converted().get(index);
            }

            @Override
            public int size() {
                return trees.size();
            }
        };
    }
}
