package io.trainyard.dashboard.cache;

import io.trainyard.core.progress.MetricPoint;
import io.trainyard.dashboard.view.JobMetrics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What programs reported, in the form of the page. Pure. */
final class ReportedMetrics {
    private static final int OF_THE_JOB = -1;
    private static final long NO_STEP = -1;

    private ReportedMetrics() {}

    /**
     * The series of a job.
     *
     * @param curves by name of the metric; empty when nothing is known
     * @param knownSince from when on reports would have been heard
     * @param created when the job was
     */
    static JobMetrics of(Optional<Map<String, List<MetricPoint>>> curves, Instant knownSince, Instant created) {
        List<JobMetrics.Series> series = new ArrayList<>();
        curves.orElse(Map.of()).forEach((name, points) -> series.add(series(name, points)));
        return new JobMetrics(!created.isBefore(knownSince), series, List.of());
    }

    private static JobMetrics.Series series(String name, List<MetricPoint> points) {
        return new JobMetrics.Series(
                name,
                OF_THE_JOB,
                points.stream()
                        .map(point -> new JobMetrics.Point(point.time().toEpochMilli(), NO_STEP, point.value()))
                        .toList());
    }
}
