package io.trainyard.launcher.controller;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.trainyard.core.metrics.JobSeries;
import io.trainyard.core.metrics.JobSeries.Family;
import io.trainyard.core.metrics.JobSeries.Sample;
import io.trainyard.spi.model.TrainJob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Makes the series about single TrainJobs when somebody scrapes. Only the replica that works has them, so that each exists once. For any
 * thread.
 */
final class JobSeriesCollector implements MultiCollector {
    private static final String INFO_SUFFIX = "_info";

    private final Supplier<Collection<TrainJob>> trainJobs;
    private final BooleanSupplier working;

    JobSeriesCollector(Supplier<Collection<TrainJob>> trainJobs, BooleanSupplier working) {
        this.trainJobs = trainJobs;
        this.working = working;
    }

    @Override
    public MetricSnapshots collect() {
        Map<Family, List<Sample>> families = new EnumMap<>(Family.class);
        if (working.getAsBoolean()) {
            trainJobs.get().stream()
                    .flatMap(trainJob -> JobSeries.of(trainJob).stream())
                    .forEach(sample -> families.computeIfAbsent(sample.family(), family -> new ArrayList<>())
                            .add(sample));
        }
        return new MetricSnapshots(families.entrySet().stream()
                .map(family -> snapshot(family.getKey(), family.getValue()))
                .toList());
    }

    private static MetricSnapshot snapshot(Family family, List<Sample> samples) {
        if (family == Family.INFO) {
            // The library puts the ending back.
            InfoSnapshot.Builder info = InfoSnapshot.builder()
                    .name(family.series().substring(0, family.series().length() - INFO_SUFFIX.length()))
                    .help(family.description());
            samples.forEach(sample -> info.dataPoint(InfoDataPointSnapshot.builder()
                    .labels(labels(sample.labels()))
                    .build()));
            return info.build();
        }
        GaugeSnapshot.Builder gauge =
                GaugeSnapshot.builder().name(family.series()).help(family.description());
        samples.forEach(sample -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                .labels(labels(sample.labels()))
                .value(sample.value())
                .build()));
        return gauge.build();
    }

    static Labels labels(Map<String, String> labels) {
        return Labels.of(List.copyOf(labels.keySet()), List.copyOf(labels.values()));
    }
}
