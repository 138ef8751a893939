package io.trainyard.plugins.volcano;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a queue allows.
 *
 * @param parent the queue above it, or null
 * @param capability the most that its gangs may have together, by resource; empty for all that there is
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record VolcanoQueueSpec(@Nullable String parent, Map<String, Quantity> capability) {
    public VolcanoQueueSpec {
        capability = capability == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(capability));
    }
}
