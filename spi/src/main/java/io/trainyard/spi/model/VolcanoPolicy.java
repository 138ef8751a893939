package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gang scheduling by Volcano. The empty object turns it on.
 *
 * @param networkTopology placement close together, or null
 * @param subGroupPolicy groups within the gang as JSON trees, passed on as they are; empty when none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record VolcanoPolicy(
        @Nullable NetworkTopology networkTopology,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Map<String, Object>> subGroupPolicy) {
    public VolcanoPolicy {
        subGroupPolicy = subGroupPolicy == null ? List.of() : List.copyOf(subGroupPolicy);
    }
}
