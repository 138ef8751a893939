package io.trainyard.core.metrics;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerMetric;
import io.trainyard.spi.model.TrainerStatus;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The series about single TrainJobs: what one of them looks like now. Nothing is kept between two scrapes, so a job that is deleted leaves
 * nothing behind. Pure, for any thread.
 */
public final class JobSeries {
    /** More would let one job fill a monitoring system. */
    static final int MAX_METRICS = 32;

    private static final String PREFIX = "kubeflow_trainer_trainjob_";

    private JobSeries() {}

    /** What a series is about. */
    public enum Family {
        /** Always 1; its labels say what job this is. */
        INFO(PREFIX + "info", "TrainJobs with their runtimes"),
        /** 1 for the state in which the job is; other states have no series. */
        STATUS(PREFIX + "status", "State of a TrainJob"),
        PROGRESS(PREFIX + "progress_percent", "Progress that the program reported"),
        REMAINING(PREFIX + "remaining_seconds", "Time to the end that the program reported"),
        LAST_REPORT(PREFIX + "last_report_timestamp_seconds", "When the program last reported"),
        REPORTED(PREFIX + "reported_metric", "Numbers that the program reported");

        private final String series;
        private final String description;

        Family(String series, String description) {
            this.series = series;
            this.description = description;
        }

        /** The full name. */
        public String series() {
            return series;
        }

        public String description() {
            return description;
        }
    }

    /**
     * One value.
     *
     * @param labels namespace, trainjob, and those of the family
     */
    public record Sample(Family family, Map<String, String> labels, double value) {}

    /** All series of a job; what its program has not reported, or not in numbers, is left out. */
    public static List<Sample> of(TrainJob trainJob) {
        List<Sample> samples = new ArrayList<>();
        Optional<RuntimeRef> runtime = Optional.ofNullable(trainJob.getSpec()).map(spec -> spec.runtimeRef());
        Map<String, String> job = new TreeMap<>(Map.of(
                "namespace", trainJob.getMetadata().getNamespace(),
                "trainjob", trainJob.getMetadata().getName()));
        samples.add(new Sample(
                Family.INFO,
                with(
                        with(job, "runtime", runtime.map(RuntimeRef::name).orElse("")),
                        "runtime_kind",
                        runtime.map(RuntimeRef::effectiveKind).orElse("")),
                1));
        samples.add(new Sample(Family.STATUS, with(job, "state", TrainJobMetrics.state(trainJob)), 1));
        TrainerStatus report = trainJob.statusOrEmpty().trainerStatus();
        if (report != null) {
            reported(report, job, samples);
        }
        return List.copyOf(samples);
    }

    private static void reported(TrainerStatus report, Map<String, String> job, List<Sample> samples) {
        Optional.ofNullable(report.progressPercentage())
                .ifPresent(percent -> samples.add(new Sample(Family.PROGRESS, job, percent)));
        Optional.ofNullable(report.estimatedRemainingSeconds())
                .ifPresent(seconds -> samples.add(new Sample(Family.REMAINING, job, seconds)));
        seconds(report.lastUpdatedTime())
                .ifPresent(seconds -> samples.add(new Sample(Family.LAST_REPORT, job, seconds)));
        Map<String, Double> numbers = new TreeMap<>();
        for (TrainerMetric metric : report.metrics()) {
            OptionalDouble value = number(metric.value());
            if (value.isPresent() && (numbers.size() < MAX_METRICS || numbers.containsKey(metric.name()))) {
                // Of two of one name the later counts: two series with the same labels would spoil the whole page.
                numbers.put(metric.name(), value.getAsDouble());
            }
        }
        numbers.forEach((name, value) -> samples.add(new Sample(Family.REPORTED, with(job, "metric", name), value)));
    }

    private static Map<String, String> with(Map<String, String> labels, String name, String value) {
        Map<String, String> more = new TreeMap<>(labels);
        more.put(name, value);
        return more;
    }

    private static OptionalDouble number(@Nullable String text) {
        try {
            double value = text == null ? Double.NaN : new BigDecimal(text.strip()).doubleValue();
            return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException noNumber) {
            return OptionalDouble.empty();
        }
    }

    private static Optional<Double> seconds(@Nullable String time) {
        return Rfc3339.parse(time).map(instant -> instant.toEpochMilli() / 1_000.0);
    }
}
