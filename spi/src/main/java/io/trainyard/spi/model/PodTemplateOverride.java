package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes to the pod templates of some replicated jobs, in the shape of release v2.1.
 *
 * @param targetJobs the replicated jobs meant, by name; empty matches nothing
 * @param metadata labels and annotations for the pods, or null
 * @param spec a partial pod spec as a JSON tree, or null
 * @param manager accepted and ignored
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodTemplateOverride(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<TargetJob> targetJobs,
        @Nullable EmbeddedMetadata metadata,
        @Nullable Map<String, Object> spec,
        @Nullable String manager) {
    public PodTemplateOverride {
        targetJobs = targetJobs == null ? List.of() : List.copyOf(targetJobs);
    }
}
