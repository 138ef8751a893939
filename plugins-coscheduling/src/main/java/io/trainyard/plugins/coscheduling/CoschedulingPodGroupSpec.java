package io.trainyard.plugins.coscheduling;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a PodGroup of scheduler-plugins asks for. Fields of newer releases are kept as they are. */
@JsonPropertyOrder({"minMember", "minResources", "scheduleTimeoutSeconds"})
public final class CoschedulingPodGroupSpec {
    private final @Nullable Integer minMember;
    private final Map<String, Quantity> minResources;
    private final @Nullable Integer scheduleTimeoutSeconds;
    private final Map<String, Object> others = new LinkedHashMap<>();

    /**
     * A spec.
     *
     * @param minMember how many pods of the group must exist and fit, at least 1; null when not said
     * @param minResources free resources that the cluster must have before any of them is tried; null and empty leave that check out
     * @param scheduleTimeoutSeconds seconds that a pod which found a place waits for the others; 0 and null mean as the scheduler is configured
     */
    @JsonCreator
    public CoschedulingPodGroupSpec(
            @JsonProperty("minMember") @Nullable Integer minMember,
            @JsonProperty("minResources") @Nullable Map<String, Quantity> minResources,
            @JsonProperty("scheduleTimeoutSeconds") @Nullable Integer scheduleTimeoutSeconds) {
        this.minMember = minMember;
        this.minResources =
                minResources == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(minResources));
        this.scheduleTimeoutSeconds = scheduleTimeoutSeconds;
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public @Nullable Integer getMinMember() {
        return minMember;
    }

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public Map<String, Quantity> getMinResources() {
        return minResources;
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public @Nullable Integer getScheduleTimeoutSeconds() {
        return scheduleTimeoutSeconds;
    }

    @JsonAnyGetter
    public Map<String, Object> getOthers() {
        return Collections.unmodifiableMap(others);
    }

    @JsonAnySetter
    void setOther(String name, Object value) {
        others.put(name, value);
    }
}
