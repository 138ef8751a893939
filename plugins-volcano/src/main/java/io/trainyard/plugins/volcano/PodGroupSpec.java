package io.trainyard.plugins.volcano;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a PodGroup asks for.
 *
 * @param minMember how many pods must fit before one is placed
 * @param minResources what they ask for together; empty to be let in without a check
 * @param queue the queue, or null for Volcano's default
 * @param priorityClassName the priority class, or null
 * @param networkTopology how close together the pods must be, or null
 * @param subGroupPolicy groups within the group, as JSON trees; empty when none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGroupSpec(
        @Nullable Integer minMember,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Quantity> minResources,
        @Nullable String queue,
        @Nullable String priorityClassName,
        @Nullable PlacementTopology networkTopology,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Map<String, Object>> subGroupPolicy) {
    public PodGroupSpec {
        minResources = minResources == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(minResources));
        subGroupPolicy = subGroupPolicy == null ? List.of() : List.copyOf(subGroupPolicy);
    }
}
