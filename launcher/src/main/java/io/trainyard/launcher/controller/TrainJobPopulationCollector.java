package io.trainyard.launcher.controller;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.trainyard.core.metrics.TrainJobPopulation;
import io.trainyard.spi.model.TrainJob;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Counts the TrainJobs when somebody scrapes, so that no series outlives the last of them. Only the replica that works has these series,
 * so that each exists once. For any thread.
 */
final class TrainJobPopulationCollector implements MultiCollector {
    private final Supplier<Collection<TrainJob>> trainJobs;
    private final BooleanSupplier working;

    TrainJobPopulationCollector(Supplier<Collection<TrainJob>> trainJobs, BooleanSupplier working) {
        this.trainJobs = trainJobs;
        this.working = working;
    }

    @Override
    public MetricSnapshots collect() {
        Map<TrainJobPopulation, Integer> populations =
                TrainJobPopulation.count(working.getAsBoolean() ? trainJobs.get() : List.of());
        if (populations.isEmpty()) {
            return new MetricSnapshots();
        }
        GaugeSnapshot.Builder gauge =
                GaugeSnapshot.builder().name(TrainJobPopulation.NAME).help(TrainJobPopulation.DESCRIPTION);
        populations.forEach((population, size) -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                .labels(JobSeriesCollector.labels(population.labels()))
                .value(size)
                .build()));
        return new MetricSnapshots(gauge.build());
    }
}
