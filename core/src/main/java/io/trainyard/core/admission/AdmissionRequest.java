package io.trainyard.core.admission;

import java.util.Map;
import java.util.Optional;

/**
 * What an API server asks before it stores an object. Objects are trees as they came, so that unknown fields are seen too; not to be changed.
 *
 * @param uid identifies the request; the answer repeats it
 * @param operation what is going to happen
 * @param group API group of the kind, empty for the core group
 * @param version API version in which the objects are given
 * @param requestedVersion API version that the user wrote, which an API server converts to the one of the webhook's rule
 * @param kind kind of the object
 * @param subresource such as {@code status}; empty for the object itself
 * @param namespace empty for cluster-scoped objects
 * @param name empty when the API server is going to generate it
 * @param user name of whoever asks; empty when unknown
 * @param dryRun nothing will be stored
 * @param object as it would be stored; empty on deletion
 * @param previous as it is stored now; empty on creation
 */
public record AdmissionRequest(
        String uid,
        Operation operation,
        String group,
        String version,
        String requestedVersion,
        String kind,
        String subresource,
        String namespace,
        String name,
        String user,
        boolean dryRun,
        Optional<Map<String, Object>> object,
        Optional<Map<String, Object>> previous) {
    /** What to call the object: its name; when there is none yet, the text that it will begin with. May be empty. */
    public String nameOrGenerateName() {
        if (!name.isEmpty()) {
            return name;
        }
        return object.map(tree -> tree.get("metadata")).orElse(Map.of()) instanceof Map<?, ?> metadata
                ? metadata.get("name") instanceof String known
                        ? known
                        : metadata.get("generateName") instanceof String beginning ? beginning : ""
                : "";
    }

    /** What is going to happen to the object. */
    public enum Operation {
        CREATE,
        UPDATE,
        DELETE,
        CONNECT
    }
}
