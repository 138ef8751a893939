package io.trainyard.core.admission.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.zjsonpatch.DiffFlags;
import io.fabric8.zjsonpatch.JsonDiff;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;

/** The difference between two trees as a JSON patch. */
final class JsonChanges {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Only add, remove and replace: the most that every reader of patches and every auditor understands at a glance. */
    private static final EnumSet<DiffFlags> PLAIN =
            EnumSet.of(DiffFlags.OMIT_MOVE_OPERATION, DiffFlags.OMIT_COPY_OPERATION, DiffFlags.OMIT_VALUE_ON_REMOVE);

    private JsonChanges() {}

    /** What makes {@code after} out of {@code before}; empty when they are equal. */
    static Optional<JsonNode> between(Map<String, Object> before, Map<String, Object> after) {
        if (before.equals(after)) {
            return Optional.empty();
        }
        JsonNode operations = JsonDiff.asJson(JSON.valueToTree(before), JSON.valueToTree(after), PLAIN);
        return operations.isEmpty() ? Optional.empty() : Optional.of(operations);
    }
}
