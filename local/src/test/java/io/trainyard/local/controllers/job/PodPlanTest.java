package io.trainyard.local.controllers.job;

import static io.trainyard.local.controllers.job.Jobs.annotated;
import static io.trainyard.local.controllers.job.Jobs.deleted;
import static io.trainyard.local.controllers.job.Jobs.failed;
import static io.trainyard.local.controllers.job.Jobs.named;
import static io.trainyard.local.controllers.job.Jobs.pod;
import static io.trainyard.local.controllers.job.Jobs.ready;
import static io.trainyard.local.controllers.job.Jobs.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which pods a Job makes and deletes. */
final class PodPlanTest {
    private static final String INDEXED = "{completionMode: Indexed, completions: 4, parallelism: 3}";

    private static PodPlan plan(JobState state) {
        return PodPlan.of(state, PodCounts.of(state));
    }

    private static List<Integer> created(JobState state) {
        return plan(state).create().stream().map(PodPlan.NewPod::index).toList();
    }

    private static List<String> deletedNames(JobState state) {
        return plan(state).delete().stream().map(pod -> pod.name().name()).toList();
    }

    @Test
    @DisplayName("JOB-15: missing indexes in increasing order, up to the parallelism")
    void missingIndexesAreMade() {
        assertThat(created(state(INDEXED, "{}", List.of()))).containsExactly(0, 1, 2);
        assertThat(created(state(INDEXED, "{completedIndexes: '1', succeeded: 1}", List.of(pod(2, "Running")))))
                .containsExactly(0, 3);
        assertThat(created(state(INDEXED, "{completedIndexes: '0-2', succeeded: 3}", List.of(pod(3, "Running")))))
                .isEmpty();
    }

    @Test
    @DisplayName("JOB-15: a work queue makes nothing after the first success")
    void aWorkQueueStopsAfterTheFirstSuccess() {
        assertThat(plan(state("{parallelism: 2}", "{}", List.of())).create()).hasSize(2);
        assertThat(plan(state("{parallelism: 2}", "{succeeded: 1}", List.of())).create())
                .isEmpty();
    }

    @Test
    @DisplayName("JOB-16: whether a pod that is being deleted is replaced at once")
    void replacementOfDeletedPods() {
        String patient = INDEXED.replace("}", ", podReplacementPolicy: Failed}");
        List<Map<String, Object>> pods = List.of(pod(0, "Running"), pod(1, "Running"), deleted(pod(2, "Running")));

        assertThat(created(state(patient, "{}", pods))).isEmpty();
        assertThat(created(state(INDEXED.replace("}", ", backoffLimitPerIndex: 3}"), "{}", pods)))
                .as("after the back-off of the index")
                .isEmpty();
        assertThat(plan(state(INDEXED, "{}", pods)).requeue().requeueAfter()).contains(Duration.ofSeconds(10));
    }

    @Test
    @DisplayName("JOB-19: 10 s after the first failure, doubled with each further one, at most 10 min")
    void failedPodsWaitForTheirSuccessors() {
        assertThat(plan(state(INDEXED, "{}", List.of(failed(0, 1, 4))))
                        .requeue()
                        .requeueAfter())
                .contains(Duration.ofSeconds(6));
        assertThat(created(state(INDEXED, "{}", List.of(failed(0, 1, 11))))).containsExactly(0, 1, 2);
        BackoffRecord two = new BackoffRecord(2, Optional.of(Jobs.NOW.minusSeconds(30)));
        assertThat(plan(state(INDEXED, "{failed: 2}", List.of(failed(0, 1, 4)), two))
                        .requeue()
                        .requeueAfter())
                .contains(Duration.ofSeconds(36));
        BackoffRecord many = new BackoffRecord(40, Optional.of(Jobs.NOW));
        assertThat(plan(state(INDEXED, "{}", List.of(), many)).requeue().requeueAfter())
                .contains(Duration.ofMinutes(10));
    }

    @Test
    @DisplayName("JOB-19: a success ends the row of failures")
    void aSuccessEndsTheRow() {
        BackoffRecord before = new BackoffRecord(5, Optional.of(Jobs.NOW.minusSeconds(2)));

        JobState state = state(INDEXED, "{}", List.of(pod(0, "Succeeded")), before);

        assertThat(PodCounts.of(state).failures()).isEqualTo(BackoffRecord.NONE);
        assertThat(created(state)).containsExactly(1, 2, 3);
    }

    @Test
    @DisplayName("JOB-21: each index waits by itself, and its next pod knows the count")
    void failuresArePerIndex() {
        String perIndex = INDEXED.replace("}", ", backoffLimitPerIndex: 3}");
        Map<String, Object> old = annotated(failed(0, 1, 60), JobKeys.INDEX_FAILURES, "1");
        Map<String, Object> recent = annotated(failed(1, 1, 5), JobKeys.INDEX_FAILURES, "0");

        PodPlan plan = plan(state(perIndex, "{}", List.of(old, recent)));

        assertThat(plan.create()).containsExactly(new PodPlan.NewPod(0, 2, 0), new PodPlan.NewPod(2, 0, 0));
        assertThat(plan.requeue().requeueAfter()).contains(Duration.ofSeconds(5));
    }

    @Test
    @DisplayName("JOB-26: suspension deletes all active pods without counting them")
    void suspensionDeletesWithoutCounting() {
        JobState state =
                state(INDEXED.replace("}", ", suspend: true}"), "{}", List.of(pod(0, "Running"), pod(1, "Pending")));

        assertThat(plan(state).delete()).hasSize(2);
        assertThat(plan(state).counted()).isFalse();
        assertThat(plan(state).create()).isEmpty();
    }

    @Test
    void ofTwoPodsOfOneIndexTheOneThatIsFurtherStays() {
        Map<String, Object> second = named(ready(pod(0, "Running")), "second");

        assertThat(deletedNames(state(INDEXED, "{}", List.of(second, pod(0, "Pending")))))
                .containsExactly("train-0");
    }

    @Test
    @DisplayName("JS-64: pods of indexes that are no more go")
    void podsBeyondTheCompletionsGo() {
        JobState state = state(
                "{completionMode: Indexed, completions: 1, parallelism: 1}",
                "{}",
                List.of(pod(0, "Running"), ready(pod(1, "Running"))));

        assertThat(deletedNames(state)).containsExactly("train-1");
    }

    @Test
    void aJobThatIsBeingDeletedMakesNothing() {
        Map<String, Object> job = Jobs.job(INDEXED, "{}");
        Tree.put(job, "2026-01-01T00:00:00Z", "metadata", "deletionTimestamp");
        JobState state = new JobState(
                JobSpec.of(job),
                JobStatus.parse(Map.of()),
                List.of(),
                BackoffRecord.NONE,
                JobOptions.DEFAULT,
                Jobs.NOW);

        assertThat(plan(state).create()).isEmpty();
    }
}
