package io.trainyard.dashboard.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.progress.MetricPoint;
import io.trainyard.dashboard.view.JobMetrics;
import java.time.Instant;
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

        JobMetrics whole = ReportedMetrics.of(curves, START, START.plusSeconds(1));
        JobMetrics perhapsNot = ReportedMetrics.of(curves, START, START.minusSeconds(1));

        assertThat(whole.complete()).isTrue();
        assertThat(perhapsNot.complete()).as("older than what is remembered").isFalse();
        assertThat(whole.series())
                .containsExactly(new JobMetrics.Series(
                        "loss",
                        -1,
                        List.of(new JobMetrics.Point(START.plusSeconds(1).toEpochMilli(), -1, 0.5))));
    }
}
