package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Containers of one replicated job that also get the torch variables.
 *
 * @param jobName name of the replicated job
 * @param containerNames names of containers or init containers of that job
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record EnvironmentInjectionTarget(
        @Nullable String jobName, @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> containerNames) {
    public EnvironmentInjectionTarget {
        containerNames = containerNames == null ? List.of() : List.copyOf(containerNames);
    }
}
