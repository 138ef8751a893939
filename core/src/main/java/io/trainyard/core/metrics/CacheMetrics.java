package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.trainyard.core.memory.CacheOwner;

/** How much memory the bounded caches take: {@code trainyard_remembered_*}. */
public final class CacheMetrics {
    private CacheMetrics() {}

    /** Registers the series of every owner. */
    public static void register(MeterRegistry registry) {
        for (CacheOwner owner : CacheOwner.values()) {
            Gauge.builder("trainyard.remembered.bytes", owner, CacheOwner::bytes)
                    .description("Memory of a cache, about")
                    .tag("owner", owner.toString())
                    .register(registry);
            Gauge.builder("trainyard.remembered.max.bytes", owner, CacheOwner::maxBytes)
                    .description("Most memory of a cache")
                    .tag("owner", owner.toString())
                    .register(registry);
        }
    }
}
