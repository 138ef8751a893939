package io.trainyard.dashboard.cache;

import io.trainyard.core.progress.MetricPoint;
import io.trainyard.dashboard.view.JobMetrics;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** What programs reported, in the form of the page: over the steps of training where programs say which one they have done. Pure. */
public final class ReportedMetrics {
    private static final int OF_THE_JOB = -1;
    private static final long NO_STEP = -1;
    private static final String STEP = "current_step";
    private static final String STEPS = "total_steps";
    private static final String STEP_TIME = "step";
    private static final String PROGRESS = "progressPercentage";

    private ReportedMetrics() {}

    /**
     * The series of a job.
     *
     * @param curves by name of the metric; empty when nothing is known
     * @param stepTimes how long steps took, by the number of the process
     * @param knownSince from when on reports would have been heard
     * @param created when the job was
     */
    public static JobMetrics of(
            Optional<Map<String, List<MetricPoint>>> curves,
            Map<Integer, List<MetricPoint>> stepTimes,
            Instant knownSince,
            Instant created) {
        Map<String, List<MetricPoint>> known = curves.orElse(Map.of());
        NavigableMap<Instant, Long> steps = new TreeMap<>();
        known.getOrDefault(STEP, List.of()).forEach(point -> steps.put(point.time(), (long) point.value()));
        List<JobMetrics.Series> series = known.entrySet().stream()
                .filter(curve -> !curve.getKey().equals(STEP) && !curve.getKey().equals(STEPS))
                // Every job has it, so what only this one has comes first.
                .sorted(Comparator.comparing(curve -> curve.getKey().equals(PROGRESS)))
                .map(curve -> series(curve.getKey(), OF_THE_JOB, curve.getValue(), steps))
                .toList();
        List<JobMetrics.Series> durations = new TreeMap<>(stepTimes)
                .entrySet().stream()
                        .map(rank -> series(STEP_TIME, rank.getKey(), rank.getValue(), steps))
                        .toList();
        return new JobMetrics(!created.isBefore(knownSince), series, durations, FirstSign.of(known, stepTimes));
    }

    private static JobMetrics.Series series(
            String name, int rank, List<MetricPoint> points, NavigableMap<Instant, Long> steps) {
        return new JobMetrics.Series(
                name,
                rank,
                points.stream()
                        .map(point -> new JobMetrics.Point(
                                point.time().toEpochMilli(), step(point.time(), steps), point.value()))
                        .toList());
    }

    /** The step that was done last at a time: curves of a long job keep different points. */
    private static long step(Instant time, NavigableMap<Instant, Long> steps) {
        Map.Entry<Instant, Long> last = steps.floorEntry(time);
        return last == null ? NO_STEP : last.getValue();
    }
}
