package io.trainyard.launcher.controller;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.trainyard.core.metrics.RuntimeSeries;
import io.trainyard.spi.model.RuntimeResource;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Makes the series about runtimes when somebody scrapes. Only the replica that works has them, so that each exists once. For any thread.
 */
final class RuntimeSeriesCollector implements MultiCollector {
    /** The library puts the ending back. */
    private static final String NAME = RuntimeSeries.NAME.replace("_info", "");

    /** No scraper reads a longer page in time. */
    static final int MAX_RUNTIMES = 2_000;

    private final Supplier<Collection<RuntimeResource>> runtimes;
    private final BooleanSupplier working;

    RuntimeSeriesCollector(Supplier<Collection<RuntimeResource>> runtimes, BooleanSupplier working) {
        this.runtimes = runtimes;
        this.working = working;
    }

    @Override
    public MetricSnapshots collect() {
        Collection<RuntimeResource> known = working.getAsBoolean() ? runtimes.get() : List.of();
        if (known.isEmpty()) {
            return new MetricSnapshots();
        }
        InfoSnapshot.Builder info = InfoSnapshot.builder().name(NAME).help(RuntimeSeries.DESCRIPTION);
        known.stream()
                .limit(MAX_RUNTIMES)
                .forEach(runtime -> info.dataPoint(InfoDataPointSnapshot.builder()
                        .labels(JobSeriesCollector.labels(RuntimeSeries.labels(runtime)))
                        .build()));
        return new MetricSnapshots(info.build());
    }
}
