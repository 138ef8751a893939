package io.trainyard.dashboard.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.progress.MetricPoint;
import io.trainyard.dashboard.view.JobMetrics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Reported metrics (OPS-76)")
final class ReportedMetricsTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void aCurveIsTheJobsAndSaysWhetherItMayLackItsBeginning() {
        var curves = Optional.of(Map.of("loss", List.of(new MetricPoint(START.plusSeconds(1), 0.5))));

        JobMetrics whole = ReportedMetrics.of(curves, Map.of(), START, START.plusSeconds(1));
        JobMetrics perhapsNot = ReportedMetrics.of(curves, Map.of(), START, START.minusSeconds(1));

        assertThat(whole.complete()).isTrue();
        assertThat(perhapsNot.complete()).as("older than what is remembered").isFalse();
        assertThat(whole.series())
                .containsExactly(new JobMetrics.Series(
                        "loss",
                        -1,
                        List.of(new JobMetrics.Point(START.plusSeconds(1).toEpochMilli(), -1, 0.5))));
    }

    @Test
    void durationsOfStepsAreThoseOfRanksInTheirOrder() {
        var stepTimes = Map.of(
                10, List.of(new MetricPoint(START, 0.3)),
                2, List.of(new MetricPoint(START, 0.1), new MetricPoint(START.plusMillis(1500), 0.2)));

        JobMetrics metrics = ReportedMetrics.of(Optional.empty(), stepTimes, START, START);

        long at = START.toEpochMilli();
        assertThat(metrics.durations())
                .containsExactly(
                        new JobMetrics.Series(
                                "step",
                                2,
                                List.of(new JobMetrics.Point(at, -1, 0.1), new JobMetrics.Point(at + 1500, -1, 0.2))),
                        new JobMetrics.Series("step", 10, List.of(new JobMetrics.Point(at, -1, 0.3))));
    }

    private static List<MetricPoint> points(int firstSecond, double... values) {
        List<MetricPoint> points = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            points.add(new MetricPoint(START.plusSeconds(firstSecond + i), values[i]));
        }
        return points;
    }

    private static Optional<JobMetrics.First> first(
            Map<String, List<MetricPoint>> curves, Map<Integer, List<MetricPoint>> stepTimes) {
        return ReportedMetrics.of(Optional.of(curves), stepTimes, START, START).first();
    }

    @Test
    @DisplayName(
            "the first step is the first one that was done, by a counter or by a rank's own word; without steps it is the first report, and is told apart (OPS-122)")
    void theFirstStepIsToldFromAFirstReport() {
        assertThat(first(Map.of("progressPercentage", points(1, 0, 5), "current_step", points(4, 0, 1)), Map.of()))
                .as("step 0 is none that was done")
                .contains(new JobMetrics.First(START.plusSeconds(5), true));
        assertThat(first(Map.of("epoch", points(9, 0.1), "loss", points(2, 3)), Map.of(3, points(7, 0.2))))
                .as("a rank that has timed a step")
                .contains(new JobMetrics.First(START.plusSeconds(7), true));
        assertThat(first(Map.of("progressPercentage", points(1, 0, 5), "loss", points(2, 3)), Map.of()))
                .contains(new JobMetrics.First(START.plusSeconds(1), false));
        assertThat(first(Map.of(), Map.of())).isEmpty();
    }
}
