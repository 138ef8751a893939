package io.trainyard.core.report;

import io.trainyard.core.report.FetchReport.Content;
import io.trainyard.foundation.regex.PlainText;
import io.trainyard.spi.model.TrainerMetric;
import io.trainyard.spi.model.TrainerStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How much of a data set and of a model is there, as metrics in the status of a TrainJob: every replica and every command knows it from there. They go when the
 * training program reports its own. Pure.
 */
public final class FetchedShare {
    private static final String SUFFIX = "_fetched_percent";

    private FetchedShare() {}

    /**
     * How much of it is there.
     *
     * @param metrics of the status of a TrainJob
     * @return 0 to 100; empty when nobody has said
     */
    public static Optional<Integer> of(List<TrainerMetric> metrics, Content content) {
        return metrics.stream()
                .filter(metric -> Objects.equals(metric.name(), name(content)))
                .map(TrainerMetric::value)
                .filter(value -> PlainText.isNumber(value, 3))
                .map(Integer::valueOf)
                .findFirst();
    }

    /**
     * A status with these shares instead of what it said of the same contents.
     *
     * @param percentages 0 to 100
     */
    public static TrainerStatus with(TrainerStatus status, Map<Content, Integer> percentages) {
        if (percentages.isEmpty()) {
            return status;
        }
        List<TrainerMetric> metrics = new ArrayList<>(status.metrics());
        percentages.forEach((content, percentage) -> {
            metrics.removeIf(metric -> Objects.equals(metric.name(), name(content)));
            metrics.add(new TrainerMetric(name(content), percentage.toString()));
        });
        // A list that is full already stays within its limit.
        while (metrics.size() > ReportReader.MAX_METRICS) {
            metrics.remove(0);
        }
        return new TrainerStatus(
                status.progressPercentage(), status.estimatedRemainingSeconds(), metrics, status.lastUpdatedTime());
    }

    private static String name(Content content) {
        return content.text() + SUFFIX;
    }
}
