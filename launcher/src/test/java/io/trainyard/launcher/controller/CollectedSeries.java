package io.trainyard.launcher.controller;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.List;

/** Adds series that are made of objects at each scrape, for those who describe them. */
public final class CollectedSeries {
    private CollectedSeries() {}

    /** Of all TrainJobs together. */
    public static void ofPopulation(PrometheusMeterRegistry registry, TrainJob trainJob) {
        registry.getPrometheusRegistry().register(new TrainJobPopulationCollector(() -> List.of(trainJob), () -> true));
    }

    /** Of a runtime. */
    public static void ofRuntime(PrometheusMeterRegistry registry, RuntimeResource runtime) {
        registry.getPrometheusRegistry().register(new RuntimeSeriesCollector(() -> List.of(runtime), () -> true));
    }

    /** Of one TrainJob. */
    public static void ofTrainJob(PrometheusMeterRegistry registry, TrainJob trainJob) {
        registry.getPrometheusRegistry().register(new JobSeriesCollector(() -> List.of(trainJob), () -> true));
    }
}
