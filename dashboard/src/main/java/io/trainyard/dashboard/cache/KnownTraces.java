package io.trainyard.dashboard.cache;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.compile.CompileTrace;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.memory.BoundedCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.Optional;

/** Asks once who set what of a JobSet, and again when the TrainJob or the JobSet has another content: plugins run where jobs are reconciled. For any thread. */
final class KnownTraces {
    private static final Duration KNOWN = Duration.ofMinutes(10);

    private final JobTracer tracer;
    private final BoundedCache<String, CompileTrace> known;

    KnownTraces(JobTracer tracer, TimeSource time) {
        this.tracer = tracer;
        this.known = new BoundedCache<>(
                CacheOwner.DASHBOARD_TRACES,
                time,
                (key, trace) -> Weight.of(key) + Weight.of(trace.values()) + Weight.of(trace.setters()));
    }

    /** Empty when there is no JobSet, when its runtime is not known, or when nobody can tell. */
    Uni<Optional<CompileTrace>> of(TrainJob trainJob, Optional<RuntimeResource> runtime, Optional<JobSet> jobSet) {
        if (runtime.isEmpty() || jobSet.isEmpty()) {
            return Uni.createFrom().item(Optional.empty());
        }
        String key = content(trainJob) + content(jobSet.get());
        Optional<CompileTrace> before = known.get(key);
        return before.isPresent()
                ? Uni.createFrom().item(before)
                : tracer.trace(trainJob, runtime.get(), jobSet)
                        .invoke(found -> found.ifPresent(trace -> known.put(key, trace, KNOWN)));
    }

    private static String content(HasMetadata object) {
        return object.getMetadata().getUid() + "/" + object.getMetadata().getGeneration() + "/";
    }
}
