package io.trainyard.core.metrics;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.TrainJob;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.DoubleStream;

/** What TrainJobs ask for: {@code kubeflow_trainer_trainjob_requested_*}. Lives on the event loop. */
public final class JobDemandMetrics {
    /** Users choose names of resources; without a limit one of them could fill a monitoring system. */
    static final int MAX_RESOURCES = 32;

    private static final String PREFIX = "kubeflow.trainer.trainjob.requested.";
    private static final String OTHER = "other";
    private static final double[] NODES = powersOfTwo(12);
    private static final double[] ACCELERATORS = powersOfTwo(15);

    private final MeterRegistry registry;
    private final RecentMeters ofNames;
    private final Set<String> resources = new HashSet<>();

    public JobDemandMetrics(MeterRegistry registry, TimeSource time) {
        this.registry = registry;
        this.ofNames = new RecentMeters(CacheOwner.DEMAND_METERS, registry, time);
    }

    /** A TrainJob got its first JobSet. */
    public void started(TrainJob trainJob, JobDemand demand) {
        String runtime = TrainJobMetrics.runtime(trainJob);
        ofNames.counting(DistributionSummary.builder(PREFIX + "nodes")
                        .description("Nodes that TrainJobs asked for when they were first built")
                        .serviceLevelObjectives(NODES)
                        .tag("runtime", runtime)
                        .register(registry))
                .record(demand.nodes());
        demand.accelerators().forEach((resource, amount) -> ofNames.counting(DistributionSummary.builder(
                                PREFIX + "accelerators")
                        .description("Accelerators that TrainJobs with any asked for when they were first built")
                        .serviceLevelObjectives(ACCELERATORS)
                        .tags("runtime", runtime, "resource", bounded(resource))
                        .register(registry))
                .record(amount));
    }

    private String bounded(String resource) {
        if (resources.contains(resource)) {
            return resource;
        }
        return resources.size() < MAX_RESOURCES && resources.add(resource) ? resource : OTHER;
    }

    private static double[] powersOfTwo(int count) {
        return DoubleStream.iterate(1, bound -> bound * 2).limit(count + 1L).toArray();
    }
}
