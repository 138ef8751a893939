package io.trainyard.local.controllers.job;

import static io.trainyard.local.controllers.job.Jobs.failed;
import static io.trainyard.local.controllers.job.Jobs.pod;
import static io.trainyard.local.controllers.job.Jobs.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a Job is decided. */
final class FinishedConditionTest {
    private static final String INDEXED = "completionMode: Indexed, completions: 3, parallelism: 3";

    private static Optional<JobCondition> finishedCondition(JobState state) {
        return FinishedCondition.of(state, PodCounts.of(state));
    }

    private static String reason(JobState state) {
        return finishedCondition(state)
                .map(condition -> condition.type() + " " + condition.reason())
                .orElse("");
    }

    private static Map<String, Object> restarted(int index, long times) {
        Map<String, Object> pod = pod(index, "Running");
        Tree.put(pod, List.of(Tree.of("name", "main", "restartCount", times)), "status", "containerStatuses");
        return pod;
    }

    @Test
    @DisplayName("JOB-18: more failures than the limit")
    void oneFailureMoreThanTheLimitFailsTheJob() {
        String spec = "{" + INDEXED + ", backoffLimit: 1}";

        assertThat(reason(state(spec, "{}", List.of(failed(0, 1, 5))))).isEmpty();
        assertThat(reason(state(spec, "{failed: 1}", List.of(failed(0, 1, 5)))))
                .isEqualTo("FailureTarget BackoffLimitExceeded");
        assertThat(reason(state(spec, "{failed: 1, uncountedTerminatedPods: {failed: [gone]}}", List.of())))
                .isEqualTo("FailureTarget BackoffLimitExceeded");
    }

    @Test
    @DisplayName("JOB-18: restarts over all pods together")
    void restartsOfAllPodsCountTogether() {
        String spec = "{" + INDEXED + ", backoffLimit: 6, template: {spec: {restartPolicy: OnFailure}}}";

        assertThat(reason(state(spec, "{}", List.of(restarted(0, 3), restarted(1, 2)))))
                .isEmpty();
        assertThat(reason(state(spec, "{}", List.of(restarted(0, 3), restarted(1, 3)))))
                .isEqualTo("FailureTarget BackoffLimitExceeded");
        assertThat(reason(state(spec.replace("OnFailure", "Never"), "{}", List.of(restarted(0, 9)))))
                .isEmpty();
    }

    @Test
    @DisplayName("JOB-18: with a limit of 0, the first restart is one too many")
    void aLimitOfZeroAllowsNoRestart() {
        String spec = "{" + INDEXED + ", backoffLimit: 0, template: {spec: {restartPolicy: OnFailure}}}";

        assertThat(reason(state(spec, "{}", List.of(restarted(0, 0))))).isEmpty();
        assertThat(reason(state(spec, "{}", List.of(restarted(0, 1))))).isEqualTo("FailureTarget BackoffLimitExceeded");
    }

    @Test
    @DisplayName("JOB-20: the message names container, pod, exit code and rule")
    void failJobSaysWhy() {
        JobState state = state(
                "{" + INDEXED + ", podFailurePolicy: {rules: [{action: Ignore, onPodConditions: "
                        + "[{type: DisruptionTarget, status: 'True'}]}, "
                        + "{action: FailJob, onExitCodes: {operator: In, values: [42]}}]}}",
                "{}",
                List.of(failed(1, 42, 5)));

        assertThat(finishedCondition(state).orElseThrow().message())
                .isEqualTo(
                        "Container main for pod demo/train-1 failed with exit code 42 matching FailJob rule at index 1");
    }

    @Test
    @DisplayName("JOB-17, JOB-20: ignored failures do not count")
    void ignoredFailuresDoNotCount() {
        String policy = ", backoffLimit: 0, podFailurePolicy: {rules: "
                + "[{action: Ignore, onExitCodes: {operator: In, values: [143]}}]}}";

        assertThat(reason(state("{" + INDEXED + policy, "{}", List.of(failed(0, 143, 5)))))
                .isEmpty();
        assertThat(reason(state("{" + INDEXED + policy, "{}", List.of(failed(0, 1, 5)))))
                .isEqualTo("FailureTarget BackoffLimitExceeded");
    }

    @Test
    @DisplayName("JOB-21: FailIndex fails an index at its first failure")
    void failIndexFailsTheIndex() {
        JobState state = state(
                "{" + INDEXED
                        + ", backoffLimit: 2147483647, backoffLimitPerIndex: 5, maxFailedIndexes: 0, podFailurePolicy: "
                        + "{rules: [{action: FailIndex, onExitCodes: {operator: In, values: [7]}}]}}",
                "{}",
                List.of(failed(1, 7, 5)));

        assertThat(reason(state)).isEqualTo("FailureTarget MaxFailedIndexesExceeded");
        assertThat(PodCounts.of(state).failedIndexes().orElseThrow()).hasToString("1");
    }

    @Test
    @DisplayName("JOB-22: the deadline")
    void theDeadlineEndsTheJob() {
        String spec = "{" + INDEXED + ", activeDeadlineSeconds: 60}";

        assertThat(reason(state(spec, "{startTime: '2025-12-31T23:59:00Z'}", List.of())))
                .isEqualTo("FailureTarget DeadlineExceeded");
        assertThat(reason(state(spec, "{startTime: '2025-12-31T23:59:01Z'}", List.of())))
                .isEmpty();
        assertThat(reason(
                        state(spec.replace("}", ", suspend: true}"), "{startTime: '2025-12-31T23:00:00Z'}", List.of())))
                .isEmpty();
    }

    @Test
    @DisplayName("JOB-22: a deadline later than any moment that can be expressed is none")
    void aDeadlineThatNobodyLivesToSeeIsNone() {
        String spec = "{" + INDEXED + ", activeDeadlineSeconds: " + Long.MAX_VALUE + "}";

        assertThat(reason(state(spec, "{startTime: '2025-12-31T23:59:00Z'}", List.of())))
                .isEmpty();
    }

    @Test
    @DisplayName("JOB-23: what was decided stays decided")
    void anEarlierDecisionStands() {
        String decided = "{conditions: [{type: SuccessCriteriaMet, status: 'True', reason: SuccessPolicy}]}";

        assertThat(reason(state("{" + INDEXED + ", backoffLimit: 0}", decided, List.of(failed(1, 1, 5)))))
                .isEqualTo("SuccessCriteriaMet SuccessPolicy");
    }

    @Test
    @DisplayName("JOB-28: indexes, and how many of them")
    void successRules() {
        String spec = "{completionMode: Indexed, completions: 5, parallelism: 5, successPolicy: {rules: "
                + "[{succeededIndexes: '0-2', succeededCount: 2}, {succeededCount: 4}]}}";

        assertThat(reason(state(spec, "{completedIndexes: '0,3,4'}", List.of())))
                .isEmpty();
        assertThat(finishedCondition(state(spec, "{completedIndexes: '0,2'}", List.of()))
                        .orElseThrow()
                        .message())
                .isEqualTo("Matched rules at index 0");
        assertThat(finishedCondition(state(spec, "{completedIndexes: '0,3,4'}", List.of(pod(1, "Succeeded"))))
                        .orElseThrow()
                        .message())
                .isEqualTo("Matched rules at index 0");
        assertThat(finishedCondition(state(
                                spec.replace("succeededCount: 2", "succeededCount: 9"),
                                "{completedIndexes: '1-4'}",
                                List.of()))
                        .orElseThrow()
                        .message())
                .isEqualTo("Matched rules at index 1");
    }
}
