package io.trainyard.core.progress;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.spi.model.TrainerMetric;
import io.trainyard.spi.model.TrainerStatus;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** What a job reported over time: its progress and its metrics, as far as they are numbers. In bounded memory. For one thread. */
final class Curves {
    /** Those that come first; further names are not kept. */
    static final int MAX_CURVES = 24;

    /** Of one of them; a page draws no more. */
    static final int MAX_POINTS = 256;

    /** A time so far ahead comes from a clock that is wrong, and must not keep out those that are right. */
    static final Duration MAX_AHEAD = Duration.ofMinutes(1);

    /** Of the longest name, and what holds it. */
    private static final int NAME_BYTES = 256;

    static final String PROGRESS = "progressPercentage";

    private final Map<String, Curve> curves = new LinkedHashMap<>();
    private Instant latest = Instant.MIN;

    /**
     * Adds a report; one that is not newer than the last is known already.
     *
     * @param now by our clock
     */
    void add(TrainerStatus status, Instant now) {
        Instant time = Rfc3339.parse(status.lastUpdatedTime()).orElse(Instant.MIN);
        if (!time.isAfter(latest) || time.isAfter(now.plus(MAX_AHEAD))) {
            return;
        }
        latest = time;
        @Nullable Integer progress = status.progressPercentage();
        if (progress != null) {
            add(PROGRESS, time, progress);
        }
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (TrainerMetric metric : status.metrics()) {
            number(metric.value()).ifPresent(value -> numbers.put(metric.name(), value));
        }
        numbers.forEach((name, value) -> add(name, time, value));
    }

    private void add(String name, Instant time, double value) {
        Curve curve = curves.get(name);
        if (curve == null && curves.size() < MAX_CURVES) {
            curve = new Curve(MAX_POINTS);
            curves.put(name, curve);
        }
        if (curve != null) {
            curve.add(time.toEpochMilli(), value);
        }
    }

    /** About how much memory they take. */
    int bytes() {
        return curves.values().stream().mapToInt(Curve::bytes).sum() + curves.size() * NAME_BYTES;
    }

    boolean isEmpty() {
        return curves.isEmpty();
    }

    /** The curves by name, in the order in which they began. */
    Map<String, List<MetricPoint>> points() {
        Map<String, List<MetricPoint>> points = new LinkedHashMap<>();
        curves.forEach((name, curve) -> points.put(
                name,
                curve.points().stream()
                        .map(point -> new MetricPoint(Instant.ofEpochMilli(point.millis()), point.value()))
                        .toList()));
        return points;
    }

    private static OptionalDouble number(String text) {
        try {
            double value = new BigDecimal(text.strip()).doubleValue();
            return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException noNumber) {
            return OptionalDouble.empty();
        }
    }
}
