package io.trainyard.foundation.schema;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Removes what a schema does not know, in place. */
final class SchemaPruning {
    private static final Set<String> OF_ANY_RESOURCE = Set.of("apiVersion", "kind", "metadata");

    private final List<String> removed = new ArrayList<>();

    private SchemaPruning() {}

    static List<String> prune(StructuralSchema schema, @Nullable Object value) {
        SchemaPruning pruning = new SchemaPruning();
        pruning.visit(schema, value, "");
        return pruning.removed;
    }

    private void visit(StructuralSchema schema, @Nullable Object value, String path) {
        if (value instanceof Map<?, ?> map) {
            visitObject(schema, SchemaDefaults.objectOf(map), path);
        } else if (value instanceof List<?> list && schema.items().isPresent()) {
            StructuralSchema items = schema.items().get();
            for (int i = 0; i < list.size(); i++) {
                visit(items, list.get(i), path + "[" + i + "]");
            }
        }
    }

    private void visitObject(StructuralSchema schema, Map<String, Object> object, String path) {
        for (Iterator<Map.Entry<String, Object>> entries = object.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<String, Object> entry = entries.next();
            String name = entry.getKey();
            StructuralSchema property = schema.property(name).orElse(null);
            if (property != null) {
                visit(property, entry.getValue(), child(path, name));
            } else if (!schema.preservesUnknownFields()
                    && !(schema.embeddedResource() && OF_ANY_RESOURCE.contains(name))) {
                removed.add(child(path, name));
                entries.remove();
            }
        }
    }

    private static String child(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
