package io.trainyard.core.compile;

import io.trainyard.core.manifest.TreeConversion;
import java.util.AbstractList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts trees to Kubernetes model objects and back, for the few parts that plugins see as objects. */
final class ModelTrees {
    private ModelTrees() {}

    static Map<String, Object> toTree(Object model) {
        return TreeConversion.toTree(model);
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
                            .map(tree -> TreeConversion.toObject(tree, type))
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
