package io.trainyard.local.controllers.job;

import static io.trainyard.local.controllers.job.Jobs.annotated;
import static io.trainyard.local.controllers.job.Jobs.failed;
import static io.trainyard.local.controllers.job.Jobs.named;
import static io.trainyard.local.controllers.job.Jobs.pod;
import static io.trainyard.local.controllers.job.Jobs.ready;
import static io.trainyard.local.controllers.job.Jobs.state;
import static io.trainyard.local.controllers.job.Jobs.uncountable;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a Job says of itself, and which pods are counted when. */
final class StatusPlanTest {
    private static final String INDEXED = "{completionMode: Indexed, completions: 2, parallelism: 2, backoffLimit: 0}";
    private static final String PLAIN = "{completions: 2, parallelism: 2}";

    private static StatusPlan plan(JobState state) {
        return plan(state, new StatusPlan.Done(List.of(), 0, true));
    }

    private static StatusPlan plan(JobState state, StatusPlan.Done done) {
        PodCounts podCounts = PodCounts.of(state);
        return StatusPlan.of(state, podCounts, FinishedCondition.of(state, podCounts), done);
    }

    @Test
    @DisplayName("JOB-25: created pods are active at once; the Job has started")
    void createdPodsAreActive() {
        JobStatus status = plan(state(PLAIN, "{}", List.of()), new StatusPlan.Done(List.of(), 2, true))
                .status();

        assertThat(status.running()).contains(new JobStatus.Running(2, 0, 0));
        assertThat(status.startTime()).contains(Jobs.NOW);
        assertThat(status.toTree())
                .containsEntry("active", 2L)
                .containsEntry("ready", 0L)
                .containsEntry("terminating", 0L)
                .doesNotContainKeys("failed", "succeeded");
    }

    @Test
    @DisplayName("JOB-14: a pod is noted before its finalizer goes, and counted after")
    void aPodIsNotedBeforeItIsCounted() {
        StatusPlan plan = plan(state(PLAIN, "{}", List.of(pod(0, "Succeeded"), ready(pod(1, "Running")))));

        assertThat(plan.status().uncounted().succeeded()).containsExactly("pod-0");
        assertThat(plan.status().ended().succeeded()).isZero();
        assertThat(plan.release()).extracting(JobPod::uid).containsExactly("pod-0");
        JobStatus settled = plan.settled(plan.status(), Set.of("pod-1"));
        assertThat(settled.ended().succeeded()).isEqualTo(1);
        assertThat(settled.uncounted().isEmpty()).isTrue();
        assertThat(plan.settled(plan.status(), Set.of("pod-0", "pod-1")).ended().succeeded())
                .isZero();
    }

    @Test
    @DisplayName("JOB-14: what has lost its finalizer is not counted again")
    void aCountedPodIsNotCountedAgain() {
        JobState state =
                state(PLAIN, "{succeeded: 1, ready: 0}", List.of(uncountable(pod(0, "Succeeded")), pod(1, "Running")));

        StatusPlan plan = plan(state);

        assertThat(plan.release()).isEmpty();
        assertThat(plan.settled(plan.status(), Set.of("pod-1")).ended().succeeded())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("JOB-24: SuccessCriteriaMet, then Complete with its time")
    void completionComesInTwoSteps() {
        StatusPlan plan = plan(state(INDEXED, "{}", List.of(pod(0, "Succeeded"), pod(1, "Succeeded"))));

        assertThat(plan.status().isOn(JobCondition.SUCCESS_CRITERIA_MET)).isTrue();
        assertThat(plan.status().isFinished()).isFalse();
        JobStatus settled = plan.settled(plan.status(), Set.of());
        assertThat(settled.isOn(JobCondition.COMPLETE)).isTrue();
        assertThat(settled.span().completion()).contains(Jobs.NOW);
        assertThat(settled.ended().completedIndexes()).isEqualTo("0,1");
    }

    @Test
    @DisplayName("JOB-24, JOB-25: FailureTarget; active pods are counted as failed; Failed waits until they are gone")
    void failureComesInTwoSteps() {
        JobState state = state(INDEXED, "{}", List.of(failed(0, 1, 1), ready(pod(1, "Running"))));
        PodCounts podCounts = PodCounts.of(state);

        StatusPlan plan = plan(state, new StatusPlan.Done(podCounts.active(), 0, true));
        JobStatus settled = plan.settled(plan.status(), Set.of());

        assertThat(plan.status().running()).contains(new JobStatus.Running(0, 0, 1));
        assertThat(plan.status().isOn(JobCondition.FAILURE_TARGET)).isTrue();
        assertThat(settled.ended().failed()).isEqualTo(2);
        assertThat(settled.isFinished()).isFalse();
        JobState later = new JobState(
                state.spec(), settled, List.of(), BackoffRecord.NONE, JobOptions.DEFAULT, Jobs.NOW.plusSeconds(1));
        StatusPlan end = plan(later);
        assertThat(end.settled(end.status(), Set.of()).isOn(JobCondition.FAILED))
                .isTrue();
    }

    @Test
    @DisplayName("JOB-24: nothing is decided while pods could not be deleted")
    void aDecisionWaitsForDeletions() {
        JobState state = state(INDEXED, "{}", List.of(failed(0, 1, 1), pod(1, "Running")));

        StatusPlan plan = plan(state, new StatusPlan.Done(List.of(), 0, false));

        assertThat(plan.status().conditions()).isEmpty();
        assertThat(plan.end()).isEmpty();
    }

    @Test
    @DisplayName("JOB-21: a failed pod stays until its successor carries the count on")
    void aFailedPodOfAnIndexIsHeld() {
        String perIndex =
                "{completionMode: Indexed, completions: 2, parallelism: 2, backoffLimitPerIndex: 1, backoffLimit: 100}";
        Map<String, Object> failed = annotated(failed(0, 1, 1), JobKeys.INDEX_FAILURES, "0");
        Map<String, Object> successor = annotated(named(pod(0, "Running"), "next"), JobKeys.INDEX_FAILURES, "1");

        assertThat(plan(state(perIndex, "{}", List.of(failed, pod(1, "Running"))))
                        .release())
                .isEmpty();
        assertThat(plan(state(perIndex, "{}", List.of(failed, successor, pod(1, "Running"))))
                        .release())
                .extracting(JobPod::uid)
                .containsExactly("pod-0");
    }

    @Test
    @DisplayName("JOB-26: a Job that is created suspended has not started")
    void suspension() {
        JobStatus suspended = plan(state("{suspend: true, completions: 1, parallelism: 1}", "{}", List.of()))
                .status();
        JobStatus resumed = plan(state(
                        "{completions: 1, parallelism: 1}",
                        "{conditions: [{type: Suspended, status: 'True', reason: JobSuspended, message: Job suspended}]}",
                        List.of()))
                .status();

        assertThat(suspended.isOn(JobCondition.SUSPENDED)).isTrue();
        assertThat(suspended.startTime()).isEmpty();
        assertThat(resumed.conditions()).extracting(JobCondition::reason).containsExactly("JobResumed");
        assertThat(resumed.startTime()).contains(Jobs.NOW);
    }

    @Test
    void aStatusIsReadAsItIsWritten() {
        Map<String, Object> tree = plan(state(
                        INDEXED, "{startTime: '2025-12-31T00:00:00Z'}", List.of(failed(0, 1, 1), pod(1, "Running"))))
                .status()
                .toTree();

        assertThat(JobStatus.parse(tree).toTree()).isEqualTo(tree);
        assertThat(Tree.list(tree, "uncountedTerminatedPods", "failed")).hasSize(2);
    }
}
