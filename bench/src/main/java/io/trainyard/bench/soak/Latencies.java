package io.trainyard.bench.soak;

import io.trainyard.bench.Quantile;
import java.util.ArrayList;
import java.util.List;

/** Milliseconds that were waited since somebody looked last. Safe on any thread. */
final class Latencies {
    private final List<Long> millis = new ArrayList<>();

    synchronized void add(long waited) {
        millis.add(waited);
    }

    /** Median, 99th percentile and longest so far; begins anew. */
    synchronized String take() {
        if (millis.isEmpty()) {
            return "-";
        }
        long[] sorted = millis.stream().mapToLong(Long::longValue).sorted().toArray();
        millis.clear();
        return Quantile.of(sorted, 0.5) + "/" + Quantile.of(sorted, 0.99) + "/" + sorted[sorted.length - 1];
    }
}
