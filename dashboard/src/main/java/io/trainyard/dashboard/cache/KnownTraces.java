package io.trainyard.dashboard.cache;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.compile.CompileTrace;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.WeightedCache;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.Optional;

/** Asks once who set what of a JobSet, and again when the TrainJob or the JobSet has another content: plugins run where jobs are reconciled. For any thread. */
final class KnownTraces {
    /** Values in all of them together. */
    private static final int MAX_VALUES = 100_000;

    private final JobTracer tracer;
    private final WeightedCache<String, CompileTrace> known =
            new WeightedCache<>(MAX_VALUES, (key, trace) -> 1 + trace.values().size());

    KnownTraces(JobTracer tracer) {
        this.tracer = tracer;
    }

    /** Empty when there is no JobSet, when its runtime is not known, or when nobody can tell. */
    Uni<Optional<CompileTrace>> of(TrainJob trainJob, Optional<RuntimeResource> runtime, Optional<JobSet> jobSet) {
        if (runtime.isEmpty() || jobSet.isEmpty()) {
            return Uni.createFrom().item(Optional.empty());
        }
        String key = content(trainJob) + content(jobSet.get());
        Optional<CompileTrace> before = known.find(key);
        return before.isPresent()
                ? Uni.createFrom().item(before)
                : tracer.trace(trainJob, runtime.get(), jobSet)
                        .invoke(found -> found.ifPresent(trace -> known.remember(key, trace)));
    }

    private static String content(HasMetadata object) {
        return object.getMetadata().getUid() + "/" + object.getMetadata().getGeneration() + "/";
    }
}
