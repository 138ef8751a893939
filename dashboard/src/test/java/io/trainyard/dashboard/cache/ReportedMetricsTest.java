package io.trainyard.dashboard.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.progress.MetricPoint;
import io.trainyard.dashboard.view.JobMetrics;
import io.trainyard.dashboard.view.JobMetrics.Point;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Curves of a job on the page (OPS-76)")
final class ReportedMetricsTest {
    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    @DisplayName("values lie over the steps of training, which are no curve of their own; progress comes last")
    void valuesLieOverSteps() {
        JobMetrics metrics = of(Map.of(
                "progressPercentage", points(1, 10, 2, 20),
                "current_step", points(1, 100, 2, 200),
                "total_steps", points(1, 1000, 2, 1000),
                "loss", points(1, 0.5, 2, 0.25)));

        assertThat(metrics.series()).extracting(JobMetrics.Series::name).containsExactly("loss", "progressPercentage");
        assertThat(metrics.series().get(0).points())
                .containsExactly(new Point(at(1), 100, 0.5), new Point(at(2), 200, 0.25));
        assertThat(metrics.complete()).isTrue();
    }

    @Test
    @DisplayName("a value that was reported between two steps belongs to the earlier one")
    void aValueBetweenTwoSteps() {
        JobMetrics metrics = of(Map.of("current_step", points(1, 100, 5, 500), "accuracy", points(0, 0.1, 3, 0.7)));

        assertThat(metrics.series().get(0).points())
                .containsExactly(new Point(at(0), -1, 0.1), new Point(at(3), 100, 0.7));
    }

    @Test
    @DisplayName(
            "a program that names no steps has values over time, and what was reported before we listened is missing")
    void withoutSteps() {
        JobMetrics metrics =
                ReportedMetrics.of(Optional.of(Map.of("loss", points(1, 0.5))), CREATED.plusSeconds(60), CREATED);

        assertThat(metrics.series().get(0).points()).containsExactly(new Point(at(1), -1, 0.5));
        assertThat(metrics.complete()).isFalse();
    }

    private static JobMetrics of(Map<String, List<MetricPoint>> curves) {
        return ReportedMetrics.of(Optional.of(new LinkedHashMap<>(curves)), CREATED, CREATED);
    }

    private static long at(int second) {
        return CREATED.plusSeconds(second).toEpochMilli();
    }

    private static List<MetricPoint> points(double... secondsAndValues) {
        List<MetricPoint> points = new java.util.ArrayList<>();
        for (int i = 0; i < secondsAndValues.length; i += 2) {
            points.add(new MetricPoint(CREATED.plusSeconds((long) secondsAndValues[i]), secondsAndValues[i + 1]));
        }
        return points;
    }
}
