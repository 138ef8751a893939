package io.trainyard.core.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;

/**
 * Everything that is counted while objects are reconciled.
 *
 * @param queue told of the queue of TrainJobs
 * @param trainJobs told of reconciles of TrainJobs
 * @param runtimes told of reconciles of TrainingRuntimes, which need no queue
 * @param clusterRuntimes told of reconciles of ClusterTrainingRuntimes, which need no queue
 * @param demand told of TrainJobs that are built for the first time
 */
public record ReconcilerMeters(
        QueueMetrics<ResourceKey> queue,
        ReconcileMetrics trainJobs,
        ReconcileMetrics runtimes,
        ReconcileMetrics clusterRuntimes,
        JobDemandMetrics demand) {

    /**
     * Registers all of it.
     *
     * @param time the clock of the event loop
     * @param maxConcurrent how many TrainJobs may be reconciled at once
     */
    public static ReconcilerMeters register(MeterRegistry registry, TimeSource time, int maxConcurrent) {
        return new ReconcilerMeters(
                new QueueMetrics<>(registry, ReconcileMetrics.TRAIN_JOB_CONTROLLER, time),
                new ReconcileMetrics(registry, ReconcileMetrics.TRAIN_JOB_CONTROLLER, maxConcurrent),
                new ReconcileMetrics(registry, ReconcileMetrics.TRAINING_RUNTIME_CONTROLLER),
                new ReconcileMetrics(registry, ReconcileMetrics.CLUSTER_TRAINING_RUNTIME_CONTROLLER),
                new JobDemandMetrics(registry, time));
    }
}
