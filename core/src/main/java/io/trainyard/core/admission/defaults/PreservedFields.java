package io.trainyard.core.admission.defaults;

import io.trainyard.core.config.AdmissionSettings.ClientRelease;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Puts back what a client lost that reads whole TrainJobs into types of its own release and writes them back: fields that it does not know.
 */
public final class PreservedFields {
    private static final Map<ClientRelease, Set<String>> UNKNOWN = Map.of(
            ClientRelease.V2_0,
            Set.of("podTemplateOverrides", "runtimePatches", "activeDeadlineSeconds", "plugins"),
            ClientRelease.V2_1,
            Set.of("podSpecOverrides", "runtimePatches", "activeDeadlineSeconds", "plugins"),
            ClientRelease.V2_2,
            Set.of("labels", "annotations", "podSpecOverrides", "podTemplateOverrides", "plugins"));

    private PreservedFields() {}

    /**
     * The spec with those fields that are completely absent and were there before.
     *
     * @param release what the client was built with
     */
    public static Map<String, Object> restore(
            Map<String, Object> spec, Map<String, Object> previous, ClientRelease release) {
        Map<String, Object> restored = new LinkedHashMap<>(spec);
        previous.forEach((field, value) -> {
            if (value != null
                    && !spec.containsKey(field)
                    && Objects.requireNonNull(UNKNOWN.get(release)).contains(field)) {
                restored.put(field, value);
            }
        });
        return restored;
    }
}
