package io.trainyard.core.jobset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.trainyard.core.apply.FieldOwnership;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JobSet's spec that we own and that an apply would remove because it no longer says them. Read from {@code metadata.managedFields},
 * since defaults of the server look the same otherwise. Pure.
 */
final class OwnedFields {
    /** What may be removed. */
    private static final LinearPattern REMOVABLE = LinearPattern.of("spec\\.(suspend|ttlSecondsAfterFinished)"
            + "|spec\\.replicatedJobs\\[[^]]*]\\.template\\.spec\\.template"
            + "\\.(metadata\\.(labels|annotations)|spec\\.(nodeSelector|tolerations|schedulingGates))");

    private static final String FIELD = "f:";
    private static final String ITEM = "k:";
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};

    private final List<String> removed = new ArrayList<>();

    private OwnedFields() {}

    /** Paths of the immutable fields that would be removed; the outermost ones only. Empty when the object was read without managedFields. */
    static List<String> removedBy(Map<String, Object> desired, JobSet live) {
        OwnedFields fields = new OwnedFields();
        for (ManagedFieldsEntry entry : live.getMetadata().getManagedFields()) {
            if (FieldOwnership.isOurs(entry) && entry.getFieldsV1() != null) {
                Map<String, Object> owned = MAPPER.convertValue(entry.getFieldsV1(), TREE);
                fields.compare(Tree.child(owned, FIELD + "spec"), desired, "spec");
            }
        }
        return fields.removed;
    }

    private void compare(Map<?, ?> owned, @Nullable Object wanted, String path) {
        owned.forEach((ownedKey, inner) -> {
            String key = String.valueOf(ownedKey);
            if (key.startsWith(FIELD)) {
                String name = key.substring(FIELD.length());
                visit(inner, wanted instanceof Map<?, ?> map ? map.get(name) : null, path + "." + name);
            } else if (key.startsWith(ITEM)) {
                Map<String, Object> keys = keys(key.substring(ITEM.length()));
                visit(inner, item(wanted, keys), path + keys.values());
            }
        });
    }

    private void visit(Object owned, @Nullable Object wanted, String path) {
        if (REMOVABLE.matches(path)) {
            return;
        }
        if (wanted == null) {
            removed.add(path);
        } else if (owned instanceof Map<?, ?> inner) {
            compare(inner, wanted, path);
        }
    }

    /** The item of a list with these keys; a key that it lacks has its default. */
    private static @Nullable Object item(@Nullable Object list, Map<String, Object> keys) {
        return list instanceof List<?> items
                ? items.stream()
                        .filter(item -> item instanceof Map<?, ?> map
                                && keys.entrySet().stream()
                                        .allMatch(key -> map.get(key.getKey()) == null
                                                || Objects.equals(
                                                        String.valueOf(key.getValue()),
                                                        String.valueOf(map.get(key.getKey())))))
                        .findFirst()
                        .orElse(null)
                : null;
    }

    private static Map<String, Object> keys(String json) {
        try {
            return MAPPER.readValue(json, TREE);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("managedFields: not the keys of a list item: " + json, e);
        }
    }
}
