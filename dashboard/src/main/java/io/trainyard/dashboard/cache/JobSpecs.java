package io.trainyard.dashboard.cache;

import io.trainyard.core.compile.CompileTrace;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.dashboard.view.JobSpec;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts what was written beside what it became. Pure. */
public final class JobSpecs {
    private JobSpecs() {}

    /**
     * The spec of a job.
     *
     * @param runtime that it was made from; empty when it is not known
     * @param jobSet empty when there is none
     * @param trace who set what while it was compiled; empty when nobody knows
     */
    public static JobSpec of(
            TrainJob trainJob,
            Optional<RuntimeResource> runtime,
            Optional<JobSet> jobSet,
            Optional<CompileTrace> trace) {
        Map<String, Object> written = ObjectTrees.written(trainJob);
        Map<String, Object> template = runtime.map(ObjectTrees::written).orElse(Map.of());
        Optional<Map<String, Object>> made = jobSet.map(ObjectTrees::written);
        return new JobSpec(
                written,
                template,
                made.map(List::of).orElse(List.of()),
                made.map(known -> SpecOrigins.of(written, template, known, trace))
                        .orElse(Map.of()));
    }
}
