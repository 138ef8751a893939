package io.trainyard.core.view;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what lists show from a TrainJob. Pure. */
public final class JobSummaries {
    /** Label by which Kueue knows the queue of a job. */
    private static final String QUEUE_LABEL = "kueue.x-k8s.io/queue-name";

    private JobSummaries() {}

    /** The summary of a TrainJob; the object is only read. */
    public static JobSummary of(TrainJob trainJob) {
        ObjectMeta metadata = trainJob.getMetadata();
        TrainJobStatus status = trainJob.statusOrEmpty();
        Optional<TrainJobSpec> spec = Optional.ofNullable(trainJob.getSpec());
        Optional<RuntimeRef> runtime = spec.map(TrainJobSpec::runtimeRef);
        Optional<Condition> speaking = speaking(status);
        return new JobSummary(
                text(metadata.getNamespace()),
                text(metadata.getName()),
                text(metadata.getUid()),
                state(status),
                speaking.map(Condition::getReason).orElse(""),
                speaking.map(Condition::getMessage).orElse(""),
                runtime.map(RuntimeRef::effectiveKind).orElse(""),
                runtime.map(RuntimeRef::name).orElse(""),
                Optional.ofNullable(status.nodes()),
                Optional.ofNullable(status.readyNodes()),
                Optional.ofNullable(status.trainerStatus()).map(JobSummaries::progress),
                Optional.ofNullable(metadata.getLabels()).map(labels -> labels.get(QUEUE_LABEL)),
                Rfc3339.parse(metadata.getCreationTimestamp()).orElse(Instant.EPOCH),
                ended(status),
                spec.map(TrainJobSpec::isSuspended).orElse(false),
                metadata.getDeletionTimestamp() != null,
                spec.filter(known -> !known.isManagedByTrainer()).map(TrainJobSpec::managedBy));
    }

    /**
     * The conditions decide, as they are written by every controller that serves TrainJobs; the word in the status is our own.
     */
    private static JobState state(TrainJobStatus status) {
        return Stream.of(
                        new State(TrainerApi.CONDITION_FAILED, JobState.FAILED),
                        new State(TrainerApi.CONDITION_COMPLETE, JobState.COMPLETE),
                        new State(TrainerApi.CONDITION_SUSPENDED, JobState.SUSPENDED))
                .filter(each -> status.isTrue(each.condition()))
                .map(State::state)
                .findFirst()
                .or(() -> JobState.ofText(status.phase()))
                .orElseGet(() -> status.jobsStatus().isEmpty() ? JobState.CREATED : JobState.PENDING);
    }

    private record State(String condition, JobState state) {}

    private static Optional<Condition> speaking(TrainJobStatus status) {
        return Stream.of(TrainerApi.CONDITION_FAILED, TrainerApi.CONDITION_COMPLETE, TrainerApi.CONDITION_SUSPENDED)
                .filter(status::isTrue)
                .findFirst()
                .flatMap(status::condition);
    }

    private static Optional<Instant> ended(TrainJobStatus status) {
        return status.isFinished()
                ? speaking(status).map(Condition::getLastTransitionTime).flatMap(Rfc3339::parse)
                : Optional.empty();
    }

    private static TrainingProgress progress(TrainerStatus reported) {
        return new TrainingProgress(
                Optional.ofNullable(reported.progressPercentage()),
                Optional.ofNullable(reported.estimatedRemainingSeconds()).map(Duration::ofSeconds),
                reported.metrics(),
                Rfc3339.parse(reported.lastUpdatedTime()));
    }

    /** The conditions of a TrainJob, as views show them. */
    static List<ConditionView> conditions(TrainJob trainJob) {
        return trainJob.statusOrEmpty().conditions().stream()
                .map(condition -> new ConditionView(
                        condition.getType(),
                        text(condition.getStatus()),
                        text(condition.getReason()),
                        text(condition.getMessage()),
                        Rfc3339.parse(condition.getLastTransitionTime())))
                .toList();
    }

    private static String text(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }
}
