package io.trainyard.dashboard.cache;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.compile.CompileTrace;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.Optional;

/** Finds out which plugin set what of a JobSet. */
@FunctionalInterface
public interface JobTracer {
    /** Nobody knows. */
    JobTracer NONE = (trainJob, runtime, jobSet) -> Uni.createFrom().item(Optional.empty());

    /**
     * Compiles a TrainJob once more, with its plugins.
     *
     * @param runtime that the JobSet was made from
     * @param jobSet as it is in the cluster
     * @return empty when it cannot be built as it is now; never fails, and answers on any thread
     */
    Uni<Optional<CompileTrace>> trace(TrainJob trainJob, RuntimeResource runtime, Optional<JobSet> jobSet);
}
