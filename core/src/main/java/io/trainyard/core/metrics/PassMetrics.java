package io.trainyard.core.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.watch.ResourceKey;

/**
 * Everything that is counted while passes are made.
 *
 * @param queue told of the queue of TrainJobs
 * @param trainJobs told of passes over TrainJobs
 * @param runtimes told of passes over TrainingRuntimes, which need no queue
 * @param clusterRuntimes told of passes over ClusterTrainingRuntimes, which need no queue
 * @param demand told of TrainJobs that are built for the first time
 */
public record PassMetrics(
        QueueMetrics<ResourceKey> queue,
        ReconcileMetrics trainJobs,
        ReconcileMetrics runtimes,
        ReconcileMetrics clusterRuntimes,
        JobDemandMetrics demand) {

    /**
     * Registers all of it.
     *
     * @param time the clock of the event loop
     * @param mostConcurrent how many passes over TrainJobs may run at once
     */
    public static PassMetrics register(MeterRegistry registry, TimeSource time, int mostConcurrent) {
        return new PassMetrics(
                new QueueMetrics<>(registry, ReconcileMetrics.TRAIN_JOB_CONTROLLER, time),
                new ReconcileMetrics(registry, ReconcileMetrics.TRAIN_JOB_CONTROLLER, mostConcurrent),
                new ReconcileMetrics(registry, ReconcileMetrics.TRAINING_RUNTIME_CONTROLLER),
                new ReconcileMetrics(registry, ReconcileMetrics.CLUSTER_TRAINING_RUNTIME_CONTROLLER),
                new JobDemandMetrics(registry));
    }
}
