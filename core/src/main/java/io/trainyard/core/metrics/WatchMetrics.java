package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.trainyard.core.kube.CacheHealth;
import io.trainyard.core.kube.WatchObserver;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** How well the caches are kept up to date: {@code trainyard_watch_*} and {@code trainyard_cache_*}. */
public final class WatchMetrics implements WatchObserver {
    private final MeterRegistry registry;

    public WatchMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * Shows how each cache is doing; after all have been added.
     *
     * @param health asked at each scrape, on any thread
     */
    public void show(Supplier<List<CacheHealth>> health) {
        Set<List<String>> shown = new HashSet<>();
        for (CacheHealth cache : health.get()) {
            if (!shown.add(List.of(cache.kind(), cache.namespace()))) {
                continue;
            }
            gauge(
                    "trainyard.watch.since.good.seconds",
                    "Time since the objects were listed and their watch was open",
                    cache,
                    () -> longest(health.get(), cache, CacheHealth::sinceGood));
            gauge(
                    "trainyard.watch.since.news.seconds",
                    "Time since the last event or bookmark; there is a bookmark every minute or so",
                    cache,
                    () -> longest(health.get(), cache, CacheHealth::sinceLastNews));
        }
    }

    private void gauge(String name, String description, CacheHealth cache, Supplier<Number> value) {
        Gauge.builder(name, value)
                .description(description)
                .tag("kind", cache.kind())
                .tag("namespace", cache.namespace())
                .strongReference(true)
                .register(registry);
    }

    /** The worst, where a kind is watched several times. What nobody waits for is not watched where it does not exist. */
    private static double longest(List<CacheHealth> all, CacheHealth shown, Function<CacheHealth, Duration> age) {
        return all.stream()
                .filter(cache ->
                        cache.kind().equals(shown.kind()) && cache.namespace().equals(shown.namespace()))
                .filter(cache -> cache.required() || cache.synced())
                .mapToDouble(cache -> age.apply(cache).toMillis() / 1e3)
                .max()
                .orElse(0);
    }

    @Override
    public void reopened(String kind, Reason reason) {
        Counter.builder("trainyard.watch.reopened")
                .description("Watches that were opened again, by reason")
                .tag("kind", kind)
                .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment();
    }

    @Override
    public void compared(String kind, Result result) {
        Counter.builder("trainyard.cache.comparisons")
                .description("Comparisons of a cache with a list")
                .tag("kind", kind)
                .tag("result", result.name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment();
    }

    @Override
    public void missed(String kind, int objects) {
        Counter.builder("trainyard.cache.missed.objects")
                .description("Objects of which a comparison found that the cache had missed their last change")
                .tag("kind", kind)
                .register(registry)
                .increment(objects);
    }
}
