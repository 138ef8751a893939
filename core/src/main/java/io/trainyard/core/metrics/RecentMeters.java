package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.trainyard.core.memory.BoundedCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;

/**
 * Meters with tags that users choose, such as names of runtimes: those that counted last. One that has not counted for a day, or has no room, leaves
 * /metrics, and begins at zero when it counts again. For any thread.
 */
final class RecentMeters {
    private static final Duration SHOWN = Duration.ofDays(1);
    // About what a meter takes in the heap, with its tags and its lines of /metrics.
    private static final int BYTES = 1024;
    private static final int BYTES_WITH_BUCKETS = 4096;

    private final BoundedCache<Meter.Id, Meter> meters;

    RecentMeters(CacheOwner owner, MeterRegistry registry, TimeSource time) {
        meters = new BoundedCache<>(
                owner,
                time,
                (id, meter) -> meter instanceof Counter ? BYTES : BYTES_WITH_BUCKETS,
                gone -> registry.remove(gone));
    }

    /** The same meter, which is about to count. */
    <M extends Meter> M counting(M meter) {
        meters.put(meter.getId(), meter, SHOWN);
        return meter;
    }
}
