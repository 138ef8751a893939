package io.trainyard.core.metrics;

import io.trainyard.spi.model.TrainJob;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * TrainJobs that have their namespace, the name of their runtime and their state in common: the labels of {@code kubeflow_trainer_trainjobs}. Pure, for any
 * thread.
 */
public record TrainJobPopulation(String namespace, String runtime, String state) {
    /** The full name. */
    public static final String NAME = "kubeflow_trainer_trainjobs";

    public static final String DESCRIPTION = "Number of TrainJobs";

    /** No scraper reads a longer page in time: TrainJobs of further populations are counted together. */
    static final int MAX_POPULATIONS = 2_000;

    private static final TrainJobPopulation OTHERS = new TrainJobPopulation("other", "other", "other");

    private static final Comparator<TrainJobPopulation> BY_LABELS = Comparator.comparing(TrainJobPopulation::namespace)
            .thenComparing(TrainJobPopulation::runtime)
            .thenComparing(TrainJobPopulation::state);

    /** How many TrainJobs each population has; one without any is not there. */
    public static Map<TrainJobPopulation, Integer> count(Collection<TrainJob> trainJobs) {
        Map<TrainJobPopulation, Integer> all = new TreeMap<>(BY_LABELS);
        trainJobs.forEach(trainJob -> all.merge(of(trainJob), 1, Integer::sum));
        if (all.size() <= MAX_POPULATIONS) {
            return all;
        }
        Map<TrainJobPopulation, Integer> few = new TreeMap<>(BY_LABELS);
        all.forEach((population, size) ->
                few.merge(few.size() < MAX_POPULATIONS ? population : OTHERS, size, Integer::sum));
        return few;
    }

    private static TrainJobPopulation of(TrainJob trainJob) {
        return new TrainJobPopulation(
                trainJob.getMetadata().getNamespace(),
                TrainJobMetrics.runtime(trainJob),
                TrainJobMetrics.state(trainJob));
    }

    /** Sorted by name. */
    public Map<String, String> labels() {
        return new TreeMap<>(Map.of("namespace", namespace, "runtime", runtime, "state", state));
    }
}
