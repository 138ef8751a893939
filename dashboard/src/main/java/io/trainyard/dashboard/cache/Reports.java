package io.trainyard.dashboard.cache;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.progress.JobProgress;
import io.trainyard.core.progress.MetricPoint;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What programs of jobs report. May be asked from any thread; answers arrive on any. */
public interface Reports {
    /** Nobody listens to programs. */
    Reports NONE = new Reports() {
        @Override
        public Uni<Optional<JobProgress>> progress(ResourceKey trainJob) {
            return Uni.createFrom().item(Optional.empty());
        }

        @Override
        public Uni<Optional<Map<String, List<MetricPoint>>>> curves(TrainJob trainJob) {
            return Uni.createFrom().item(Optional.empty());
        }

        @Override
        public Uni<Map<Integer, List<MetricPoint>>> stepTimes(ResourceKey trainJob) {
            return Uni.createFrom().item(Map.of());
        }
    };

    /** What was last heard of a job; empty when nothing was lately. */
    Uni<Optional<JobProgress>> progress(ResourceKey trainJob);

    /** The curves of a job by name of the metric, also of one that ended long ago; empty when there are none. */
    Uni<Optional<Map<String, List<MetricPoint>>>> curves(TrainJob trainJob);

    /** How long the steps of each process took, in seconds by our clock, by its number; empty when nothing was heard of a job lately. */
    Uni<Map<Integer, List<MetricPoint>>> stepTimes(ResourceKey trainJob);
}
