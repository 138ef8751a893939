package io.trainyard.dashboard.cache;

import io.trainyard.core.progress.MetricPoint;
import io.trainyard.dashboard.view.JobMetrics;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** When a program first said that it had trained. Pure. */
final class FirstSign {
    /** What programs call the steps that they have done. Nothing is done while it is 0. */
    private static final Set<String> STEPS = Set.of("current_step", "global_step", "step", "current_epoch", "epoch");

    private FirstSign() {}

    /**
     * The first step that was reported; of a program that reports none, whatever it reported first.
     *
     * @param curves by name of the metric, each in the order of time
     * @param stepTimes how long steps took, by the number of the process
     */
    static Optional<JobMetrics.First> of(
            Map<String, List<MetricPoint>> curves, Map<Integer, List<MetricPoint>> stepTimes) {
        Stream<Instant> counted = curves.entrySet().stream()
                .filter(curve -> STEPS.contains(curve.getKey()))
                .flatMap(curve -> curve.getValue().stream()
                        .filter(point -> point.value() > 0)
                        .limit(1)
                        .map(MetricPoint::time));
        return Stream.concat(counted, beginnings(stepTimes.values()))
                .min(Instant::compareTo)
                .map(at -> new JobMetrics.First(at, true))
                .or(() ->
                        beginnings(curves.values()).min(Instant::compareTo).map(at -> new JobMetrics.First(at, false)));
    }

    private static Stream<Instant> beginnings(Collection<List<MetricPoint>> all) {
        return all.stream().flatMap(points -> points.stream().limit(1).map(MetricPoint::time));
    }
}
