package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.spi.model.TrainerApi;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of TrainJobs: {@code kubeflow_trainer_trainjob_*}. Only the leader counts, so that series of several replicas can be added
 * up; it counts what changes, never what it found. Called by the thread of the cache; scraped from any.
 */
public final class TrainJobMetrics implements ObjectCache.Listener<TrainJob> {
    private static final String RUNNING = "running";

    private final MeterRegistry registry;
    private final RecentMeters ofNames;
    private final TimeSource time;
    private final BooleanSupplier leading;

    /**
     * @param leading whether this replica does the work; asked from any thread
     */
    public TrainJobMetrics(MeterRegistry registry, TimeSource time, BooleanSupplier leading) {
        this.registry = registry;
        this.ofNames = new RecentMeters(CacheOwner.TRAIN_JOB_METERS, registry, time);
        this.time = time;
        this.leading = leading;
    }

    @Override
    public void added(TrainJob trainJob, boolean initial) {
        if (!initial && leading.getAsBoolean()) {
            // Not "created": Prometheus keeps names that end so for itself.
            counter("creations", "TrainJobs that were created", ofJob(trainJob)).increment();
        }
    }

    @Override
    public void updated(TrainJob previous, TrainJob trainJob) {
        if (!leading.getAsBoolean()) {
            return;
        }
        TrainJobStatus before = previous.statusOrEmpty();
        TrainJobStatus now = trainJob.statusOrEmpty();
        if (!before.isFinished() && now.isFinished()) {
            finished(trainJob, now);
        }
        if (!state(previous).equals(RUNNING) && state(trainJob).equals(RUNNING)) {
            Instant begin = resumed(now).orElseGet(() -> created(trainJob));
            ofNames.counting(Buckets.JOB
                            .timer(
                                    "kubeflow.trainer.trainjob.time.to.running",
                                    "From creation or resume to all nodes running")
                            .tag("runtime", runtime(trainJob))
                            .register(registry))
                    .record(since(begin));
        }
    }

    @Override
    public void deleted(TrainJob trainJob) {}

    private void finished(TrainJob trainJob, TrainJobStatus status) {
        boolean complete = status.isTrue(TrainerApi.CONDITION_COMPLETE);
        String result = complete ? "succeeded" : "failed";
        String reason = status.condition(complete ? TrainerApi.CONDITION_COMPLETE : TrainerApi.CONDITION_FAILED)
                .map(condition -> String.valueOf(condition.getReason()))
                .orElse("");
        counter("finished", "TrainJobs that ended", ofJob(trainJob).and("result", result, "reason", reason))
                .increment();
        ofNames.counting(Buckets.JOB
                        .timer("kubeflow.trainer.trainjob.lifetime", "From creation to the end")
                        .tag("runtime", runtime(trainJob))
                        .tag("result", result)
                        .register(registry))
                .record(since(created(trainJob)));
    }

    private Counter counter(String what, String description, Tags tags) {
        return ofNames.counting(Counter.builder("kubeflow.trainer.trainjob." + what)
                .description(description)
                .tags(tags)
                .register(registry));
    }

    private static Tags ofJob(TrainJob trainJob) {
        return Tags.of(
                "namespace",
                trainJob.getMetadata().getNamespace(),
                "runtime_kind",
                reference(trainJob).map(RuntimeRef::effectiveKind).orElse(""),
                "runtime",
                runtime(trainJob));
    }

    static String state(TrainJob trainJob) {
        @Nullable String phase = trainJob.statusOrEmpty().phase();
        return phase == null ? "created" : phase.toLowerCase(Locale.ROOT);
    }

    private static Optional<RuntimeRef> reference(TrainJob trainJob) {
        return Optional.ofNullable(trainJob.getSpec()).map(spec -> spec.runtimeRef());
    }

    /** The name of its runtime, as a label; empty when it names none. */
    static String runtime(TrainJob trainJob) {
        return reference(trainJob).map(RuntimeRef::name).orElse("");
    }

    /** When the job was last resumed; empty when it never was suspended. */
    private static Optional<Instant> resumed(TrainJobStatus status) {
        return status.condition(TrainerApi.CONDITION_SUSPENDED)
                .filter(condition -> "False".equals(condition.getStatus()))
                .flatMap(condition -> Rfc3339.parse(condition.getLastTransitionTime()));
    }

    private Instant created(TrainJob trainJob) {
        return Rfc3339.parse(trainJob.getMetadata().getCreationTimestamp()).orElseGet(time::now);
    }

    private Duration since(Instant begin) {
        Duration passed = Duration.between(begin, time.now());
        return passed.isNegative() ? Duration.ZERO : passed;
    }
}
