package io.trainyard.core.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainerApi;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a TrainJob has to be done: its clock starts at creation, and again at every resume. Pure. */
final class Deadline {
    private static final Duration MIN_WAIT = Duration.ofSeconds(1);
    /** A later moment than that cannot always be expressed, and nobody waits for it. */
    private static final Duration MAX_DEADLINE = Duration.ofDays(100 * 365);

    private Deadline() {}

    /** The moment after which the job fails; empty when it has no limit, one of more than a century, or is suspended. */
    static Optional<Instant> of(TrainJob trainJob, List<Condition> conditions) {
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        if (spec == null
                || spec.activeDeadlineSeconds() == null
                || spec.activeDeadlineSeconds() <= 0
                || spec.activeDeadlineSeconds() > MAX_DEADLINE.toSeconds()
                || spec.isSuspended()) {
            return Optional.empty();
        }
        Instant start = conditions.stream()
                .filter(condition -> TrainerApi.CONDITION_SUSPENDED.equals(condition.getType())
                        && "False".equals(condition.getStatus()))
                .findFirst()
                .map(Condition::getLastTransitionTime)
                .map(Instant::parse)
                .orElseGet(() -> Instant.parse(trainJob.getMetadata().getCreationTimestamp()));
        return Optional.of(start.plusSeconds(spec.activeDeadlineSeconds()));
    }

    /** How long to wait until the deadline is worth a look. */
    static Duration wait(Instant deadline, Instant now) {
        Duration left = Duration.between(now, deadline);
        return left.compareTo(MIN_WAIT) < 0 ? MIN_WAIT : left;
    }
}
