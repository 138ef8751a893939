package io.trainyard.bench.soak;

import java.util.ArrayList;
import java.util.Collections;
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
        Collections.sort(millis);
        String text = at(0.5) + "/" + at(0.99) + "/" + millis.get(millis.size() - 1);
        millis.clear();
        return text;
    }

    private long at(double share) {
        return millis.get((int) Math.min(millis.size() - 1L, (long) (share * millis.size())));
    }
}
