package io.trainyard.core.admission.http;

import io.trainyard.core.admission.AdmissionRequest;
import java.util.Map;

/** What to call the object of a request. */
final class ObjectNames {
    private ObjectNames() {}

    /** Name of the object; when there is none yet, the text that it will begin with. May be empty. */
    static String of(AdmissionRequest request) {
        if (!request.name().isEmpty()) {
            return request.name();
        }
        return request.object().map(object -> object.get("metadata")).orElse(Map.of()) instanceof Map<?, ?> metadata
                ? metadata.get("name") instanceof String name
                        ? name
                        : metadata.get("generateName") instanceof String beginning ? beginning : ""
                : "";
    }
}
