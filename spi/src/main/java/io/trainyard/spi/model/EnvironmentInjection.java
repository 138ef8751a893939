package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Further containers that get the torch variables.
 *
 * @param targets empty means only the trainer container
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record EnvironmentInjection(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<EnvironmentInjectionTarget> targets) {
    public EnvironmentInjection {
        targets = targets == null ? List.of() : List.copyOf(targets);
    }
}
