package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.trainyard.core.compile.Ancestors;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.JobSetPlan;
import io.trainyard.core.jobset.JobSetStatus;
import io.trainyard.core.jobset.ReplicatedJobStatus;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * What JobSets tell of TrainJobs: restarts, and how long initializers take. Counts what changes, never what it found, and only where the
 * work is done; followers look too, so that one that takes over knows what has begun. Called by one thread at a time.
 *
 * <p>A JobSet has no times of its Jobs, so an initializer is timed by the changes that are seen: from its first pod, which may have to wait for a node
 * or an image, to the end of its Job, all attempts of that Job included. One whose beginning was not seen is not timed, and suspending or restarting
 * the JobSet begins anew.
 */
public final class JobSetMetrics implements ObjectCache.Listener<JobSet> {
    private static final Map<String, String> STEPS =
            Map.of(TrainerApi.ANCESTOR_DATASET_INITIALIZER, "dataset", TrainerApi.ANCESTOR_MODEL_INITIALIZER, "model");

    private final MeterRegistry registry;
    private final RecentMeters ofNames;
    private final TimeSource time;
    private final BooleanSupplier leading;
    private final Function<ResourceKey, Optional<TrainJob>> trainJobs;

    /** Since when initializers run, by uid of the JobSet and role; empty for one whose beginning was not seen. */
    private final Map<String, Map<String, OptionalLong>> running = new ConcurrentHashMap<>();

    /**
     * @param leading whether this replica does the work; asked from any thread
     * @param trainJobs finds a TrainJob; asked from any thread
     */
    public JobSetMetrics(
            MeterRegistry registry,
            TimeSource time,
            BooleanSupplier leading,
            Function<ResourceKey, Optional<TrainJob>> trainJobs) {
        this.registry = registry;
        this.ofNames = new RecentMeters(CacheOwner.JOB_SET_METERS, registry, time);
        this.time = time;
        this.leading = leading;
        this.trainJobs = trainJobs;
    }

    @Override
    public void added(JobSet jobSet, boolean initial) {
        observe(jobSet, JobSetStatus.EMPTY, initial ? OptionalLong.empty() : OptionalLong.of(time.nanos()));
    }

    @Override
    public void updated(JobSet previous, JobSet jobSet) {
        JobSetStatus before = previous.statusOrEmpty();
        JobSetStatus now = jobSet.statusOrEmpty();
        if (!before.replicatedJobsStatus().equals(now.replicatedJobsStatus())) {
            end(jobSet, before);
            observe(jobSet, before, OptionalLong.of(time.nanos()));
        }
        int restarts = restarts(now) - restarts(before);
        if (restarts > 0 && leading.getAsBoolean()) {
            trainJob(jobSet).ifPresent(trainJob -> restarted(trainJob, restarts));
        }
        if (restarts > 0 || jobSet.suspended()) {
            forget(jobSet);
        }
    }

    @Override
    public void deleted(JobSet jobSet) {
        forget(jobSet);
    }

    private void observe(JobSet jobSet, JobSetStatus before, OptionalLong since) {
        for (ReplicatedJobStatus job : jobSet.statusOrEmpty().replicatedJobsStatus()) {
            if (job.active() > 0 && status(before, job.name()).active() == 0) {
                initializer(jobSet, job.name())
                        .ifPresent(ancestor -> running.computeIfAbsent(uid(jobSet), unknown -> new HashMap<>())
                                .putIfAbsent(ancestor, since));
            }
        }
    }

    private void end(JobSet jobSet, JobSetStatus before) {
        for (ReplicatedJobStatus job : jobSet.statusOrEmpty().replicatedJobsStatus()) {
            ReplicatedJobStatus earlier = status(before, job.name());
            boolean succeeded = job.succeeded() > earlier.succeeded();
            if (succeeded || job.failed() > earlier.failed()) {
                initializer(jobSet, job.name()).ifPresent(ancestor -> ended(jobSet, ancestor, succeeded));
            }
        }
    }

    private void ended(JobSet jobSet, String ancestor, boolean succeeded) {
        Map<String, OptionalLong> jobs = running.getOrDefault(uid(jobSet), new HashMap<>());
        OptionalLong begin = Optional.ofNullable(jobs.remove(ancestor)).orElse(OptionalLong.empty());
        if (jobs.isEmpty()) {
            forget(jobSet);
        }
        if (begin.isEmpty() || !leading.getAsBoolean()) {
            return;
        }
        Duration took = Duration.ofNanos(time.nanos() - begin.getAsLong());
        trainJob(jobSet).ifPresent(trainJob -> Buckets.JOB
                .timer("kubeflow.trainer.trainjob.initializer", "From an initializer's first pod to the end of its Job")
                .tag("step", STEPS.getOrDefault(ancestor, ancestor))
                .tag("scheme", InitializerScheme.of(trainJob, ancestor))
                .tag("result", succeeded ? "succeeded" : "failed")
                .register(registry)
                .record(took));
    }

    private void restarted(TrainJob trainJob, int times) {
        ofNames.counting(Counter.builder("kubeflow.trainer.trainjob.restarts")
                        .description("Times that JobSet restarted all pods of a TrainJob")
                        .tag("namespace", trainJob.getMetadata().getNamespace())
                        .tag("runtime", TrainJobMetrics.runtime(trainJob))
                        .register(registry))
                .increment(times);
    }

    private Optional<TrainJob> trainJob(JobSet jobSet) {
        ResourceKey key = new ResourceKey(
                jobSet.getMetadata().getNamespace(), jobSet.getMetadata().getName());
        return trainJobs.apply(key).filter(trainJob -> JobSetPlan.isControlledBy(jobSet, trainJob));
    }

    /** The role of a replicated job, by its label or else by its name; empty for one that is no initializer. */
    private static Optional<String> initializer(JobSet jobSet, String name) {
        return jobSet.replicatedJobs().stream()
                .filter(job -> name.equals(job.get("name")))
                .findFirst()
                .flatMap(Ancestors::jobLabel)
                .or(() -> Optional.of(name))
                .filter(STEPS::containsKey);
    }

    private static ReplicatedJobStatus status(JobSetStatus status, String name) {
        return status.replicatedJobsStatus().stream()
                .filter(job -> job.name().equals(name))
                .findFirst()
                .orElseGet(() -> new ReplicatedJobStatus(name, 0, 0, 0, 0, 0));
    }

    private static int restarts(JobSetStatus status) {
        return Optional.ofNullable(status.restarts()).orElse(0);
    }

    private void forget(JobSet jobSet) {
        running.remove(uid(jobSet));
    }

    private static String uid(JobSet jobSet) {
        return String.valueOf(jobSet.getMetadata().getUid());
    }
}
