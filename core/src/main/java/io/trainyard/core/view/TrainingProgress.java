package io.trainyard.core.view;

import io.trainyard.spi.model.TrainerMetric;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the training program last said of itself.
 *
 * @param percentage 0 to 100; empty when it did not say
 * @param remaining how long it expects to need still; empty when it did not say
 * @param metrics in its order, values as it wrote them; empty when none
 * @param reported when it said so; empty when that cannot be read
 */
public record TrainingProgress(
        Optional<Integer> percentage,
        Optional<Duration> remaining,
        List<TrainerMetric> metrics,
        Optional<Instant> reported) {
    public TrainingProgress {
        metrics = List.copyOf(metrics);
    }
}
