package io.trainyard.core.progress;

import io.trainyard.core.report.RankReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How long the steps of each process of one job took over time. In bounded memory, ever coarser. For one thread. */
final class StepTimes {
    /** The lowest ones; more lines than these nobody tells apart. */
    static final int MAX_RANKS = 128;

    private static final int MAX_POINTS = 64;

    private final NavigableMap<Integer, Curve> ranks = new TreeMap<>();

    /** Takes what a process says of its last step, if it does. */
    void heard(RankReport report, Instant now) {
        if (report.rank() < MAX_RANKS) {
            report.stepTime().ifPresent(took -> ranks.computeIfAbsent(report.rank(), rank -> new Curve(MAX_POINTS))
                    .add(now.toEpochMilli(), took.toNanos() / 1e9));
        }
    }

    /** Forgets what was heard of a larger group that was there before. */
    void limitTo(int worldSize) {
        ranks.tailMap(worldSize, true).clear();
    }

    /** About how much memory they take. */
    int bytes() {
        return ranks.values().stream().mapToInt(Curve::bytes).sum();
    }

    /** Seconds over time, by our clock, by the number of the process. */
    Map<Integer, List<MetricPoint>> points() {
        return ranks.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        rank -> rank.getValue().points().stream()
                                .map(point -> new MetricPoint(Instant.ofEpochMilli(point.millis()), point.value()))
                                .toList(),
                        (one, other) -> one,
                        TreeMap::new));
    }
}
