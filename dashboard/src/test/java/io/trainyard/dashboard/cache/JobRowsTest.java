package io.trainyard.dashboard.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.view.Count;
import io.trainyard.dashboard.view.JobRow;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Rows of jobs (OPS-118)")
final class JobRowsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final String TWO_GPUS =
            "{nodeName: n1, containers: [{name: node, resources: {limits: {nvidia.com/gpu: 2, cpu: 4}}}]}";
    private static final String RUNS =
            "{phase: Running, conditions: [{type: Ready, status: 'True'}], containerStatuses: [{name: node, ready: true, restartCount: 0, state: {running: {startedAt: '2026-01-02T03:01:0%d.0Z'}}}]}";
    private static final String CRASHES =
            "{phase: Running, containerStatuses: [{name: node, ready: false, restartCount: 4, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 1}}}]}";

    private static JobRow row(TrainJob trainJob, Pod... pods) {
        return JobRows.of(JobObjects.of(trainJob, NOW).withPods(List.of(pods)), Optional.empty(), Optional.empty());
    }

    @Test
    void aCrashLoopIsAProblemAlthoughTheStatusSaysRunning() {
        TrainJob trainJob = Objects.running("bert", "{phase: Running, nodes: 1, readyNodes: 1}");

        JobRow row = row(trainJob, Objects.pod("bert", 0, TWO_GPUS, CRASHES));

        assertThat(row.summary().state()).isEqualTo(JobState.RUNNING);
        assertThat(row.problem()).isTrue();
        assertThat(row.why()).contains("has failed 4 times");
    }

    @Test
    void aJobThatGoesAsItShouldIsNone() {
        JobRow row = row(
                Objects.running("bert", "{phase: Running, nodes: 1, readyNodes: 1}"),
                Objects.pod("bert", 0, TWO_GPUS, RUNS.formatted(1)));

        assertThat(row.problem()).isFalse();
        assertThat(row.owner()).isEqualTo("ada");
        assertThat(row.labels()).containsEntry("team", "vision");
    }

    @Test
    void devicesAreCountedWherePodsHaveAMachineAndAskedForWhereTheyWait() {
        JobRow row = row(
                Objects.running("bert", "{phase: Starting}"),
                Objects.pod("bert", 0, TWO_GPUS, "{phase: Running}"),
                Objects.pod(
                        "bert",
                        1,
                        "{containers: [{name: node, resources: {limits: {nvidia.com/gpu: 2}}}]}",
                        "{phase: Pending}"));

        assertThat(row.accelerators()).isEqualTo(new Count(2, 4));
    }

    @Test
    void aSuspendedJobAsksForWhatItsJobSetSays() {
        JobSet jobSet = Objects.read(
                """
                metadata: {namespace: team-a, name: bert}
                spec:
                  suspend: true
                  replicatedJobs:
                    - {name: node, replicas: 1, template: {spec: {parallelism: 4, template: {spec: {containers: [{name: node, resources: {limits: {nvidia.com/gpu: 8}}}]}}}}}
                """,
                JobSet.class);

        JobRow row = JobRows.of(
                JobObjects.of(Objects.running("bert", "{phase: Suspended}"), NOW)
                        .withJobSet(Optional.of(jobSet)),
                Optional.empty(),
                Optional.empty());

        assertThat(row.accelerators()).isEqualTo(new Count(0, 32));
    }

    @Test
    void whenAllNodesFirstRanIsRememberedWhenPodsAreMadeAnew() {
        TrainJob trainJob = Objects.running("bert", "{phase: Running, nodes: 2, readyNodes: 2}");
        JobRow first = row(
                trainJob,
                Objects.pod("bert", 0, TWO_GPUS, RUNS.formatted(1)),
                Objects.pod("bert", 1, TWO_GPUS, RUNS.formatted(7)));

        JobRow later = JobRows.of(JobObjects.of(trainJob, NOW), Optional.empty(), Optional.of(first));

        assertThat(first.running()).hasValue(Instant.parse("2026-01-02T03:01:07Z"));
        assertThat(later.running()).isEqualTo(first.running());
    }

    @Test
    void frameworkAndDeprecationAreTheRuntimes() {
        ClusterTrainingRuntime runtime = Objects.read(
                "metadata: {name: t, labels: {trainer.kubeflow.org/framework: torch, trainer.kubeflow.org/support: deprecated}}",
                ClusterTrainingRuntime.class);

        JobRow row =
                JobRows.of(JobObjects.of(Objects.running("bert", "{}"), NOW), Optional.of(runtime), Optional.empty());

        assertThat(row.framework()).isEqualTo("torch");
        assertThat(row.deprecated()).isTrue();
    }
}
