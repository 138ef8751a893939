package io.trainyard.local.controllers.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The condition that finishes a Job, success or failure, in the order in which the Job controller asks: what an earlier sync has decided, the pod failure policy,
 * backoff limit and deadline, failed indexes, the success policy.
 */
final class FinishedCondition {
    private FinishedCondition() {}

    /** The condition that decides the Job; empty when it is to go on. A Job without the completions it wants is not decided here. */
    static Optional<JobCondition> of(JobState state, PodCounts podCounts) {
        Optional<JobCondition> earlier = earlier(state);
        if (earlier.isPresent()) {
            return earlier;
        }
        return policyFailure(state)
                .or(() -> failure(state, podCounts))
                .or(() -> indexFailure(state, podCounts))
                .or(() -> success(state, podCounts));
    }

    private static Optional<JobCondition> earlier(JobState state) {
        List<JobCondition> conditions = state.status().conditions();
        return JobCondition.find(conditions, JobCondition.SUCCESS_CRITERIA_MET)
                .filter(JobCondition::on)
                .or(() -> JobCondition.find(conditions, JobCondition.FAILURE_TARGET)
                        .filter(JobCondition::on)
                        .map(target -> target.as(JobCondition.FAILED, state.now())));
    }

    private static Optional<JobCondition> policyFailure(JobState state) {
        return state.pods().stream()
                .filter(pod -> pod.failed(state.spec()))
                .map(pod -> PodCounts.matchPolicy(state.spec(), pod))
                .filter(matched -> matched.action() == PodFailurePolicy.Action.FAIL_JOB)
                .map(matched -> target("PodFailurePolicy", matched.message(), state.now()))
                .findFirst();
    }

    private static Optional<JobCondition> failure(JobState state, PodCounts podCounts) {
        if (podCounts.failed() > state.spec().backoffLimit() || hasTooManyRestarts(state)) {
            return Optional.of(
                    target("BackoffLimitExceeded", "Job has reached the specified backoff limit", state.now()));
        }
        if (untilDeadline(state).filter(FinishedCondition::isOver).isPresent()) {
            return Optional.of(
                    target("DeadlineExceeded", "Job was active longer than specified deadline", state.now()));
        }
        return Optional.empty();
    }

    private static boolean hasTooManyRestarts(JobState state) {
        if (!state.spec().restartsContainers()) {
            return false;
        }
        long limit = state.spec().backoffLimit();
        return PodCounts.restarts(state) >= Math.max(1, limit);
    }

    /** How long until the deadline of a Job that runs; empty when there is none. */
    static Optional<Duration> untilDeadline(JobState state) {
        if (state.spec().suspended() || state.spec().deadline().isEmpty()) {
            return Optional.empty();
        }
        Instant start = state.status().startTime().orElse(state.now());
        return Optional.of(
                Duration.between(state.now(), start.plus(state.spec().deadline().get())));
    }

    private static boolean isOver(Duration left) {
        return left.isZero() || left.isNegative();
    }

    private static Optional<JobCondition> indexFailure(JobState state, PodCounts podCounts) {
        if (podCounts.failedIndexes().isEmpty()) {
            return Optional.empty();
        }
        int failed = podCounts.failedIndexes().get().size();
        if (failed > state.spec().maxFailedIndexes().orElse(Long.MAX_VALUE)) {
            return Optional.of(target(
                    "MaxFailedIndexesExceeded",
                    "Job has exceeded the specified maximal number of failed indexes",
                    state.now()));
        }
        if (failed > 0
                && failed + podCounts.completed().size()
                        >= state.spec().completions().orElse(Long.MAX_VALUE)) {
            return Optional.of(target("FailedIndexes", "Job has failed indexes", state.now()));
        }
        return Optional.empty();
    }

    private static Optional<JobCondition> success(JobState state, PodCounts podCounts) {
        List<SuccessPolicyRule> rules = state.spec().successRules();
        for (int i = 0; i < rules.size(); i++) {
            if (rules.get(i)
                    .isMetBy(podCounts.completed(), state.spec().completions().orElse(Long.MAX_VALUE))) {
                return Optional.of(JobCondition.of(
                        JobCondition.SUCCESS_CRITERIA_MET,
                        true,
                        "SuccessPolicy",
                        "Matched rules at index " + i,
                        state.now()));
            }
        }
        return Optional.empty();
    }

    private static JobCondition target(String reason, String message, Instant now) {
        return JobCondition.of(JobCondition.FAILURE_TARGET, true, reason, message, now);
    }

    /** The condition of a Job that has what it wants; empty when it has not. */
    static Optional<JobCondition> completion(JobState state, PodCounts podCounts, long active) {
        long wanted = state.spec().completions().orElse(1);
        return podCounts.succeeded() >= wanted && active == 0
                ? Optional.of(JobCondition.of(
                        JobCondition.SUCCESS_CRITERIA_MET,
                        true,
                        "CompletionsReached",
                        "Reached expected number of succeeded pods",
                        state.now()))
                : Optional.empty();
    }
}
