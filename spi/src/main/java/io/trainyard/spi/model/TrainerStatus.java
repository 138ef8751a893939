package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Progress reported by the training program; written by the status server only.
 *
 * @param progressPercentage 0 to 100, or null
 * @param estimatedRemainingSeconds seconds, or null
 * @param metrics reported metrics; empty when none
 * @param lastUpdatedTime RFC 3339
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TrainerStatus(
        @Nullable Integer progressPercentage,
        @Nullable Integer estimatedRemainingSeconds,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<TrainerMetric> metrics,
        @Nullable String lastUpdatedTime) {
    public TrainerStatus {
        metrics = metrics == null ? List.of() : List.copyOf(metrics);
    }
}
