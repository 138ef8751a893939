package io.trainyard.core.view;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerMetric;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("JobSummaries: what a list shows of a job (OPS-72, OPS-73)")
final class JobSummariesTest {
    @ParameterizedTest(name = "{0}: {1}")
    @DisplayName("the state is that of the condition that is true, else the word of the status; there always is one")
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                                        | CREATED",
                "{phase: Created}                                                          | CREATED",
                "{phase: Starting}                                                         | STARTING",
                "{phase: Running, conditions: [{type: Suspended, status: 'False'}]}        | RUNNING",
                "{phase: Running, conditions: [{type: Suspended, status: 'True'}]}         | SUSPENDED",
                "{conditions: [{type: Complete, status: 'True'}]}                          | COMPLETE",
                "{conditions: [{type: Suspended, status: 'True'}, {type: Failed, status: 'True'}]} | FAILED",
                "{jobsStatus: [{name: node}]}                                              | PENDING",
                "{phase: Unheard}                                                          | CREATED",
            })
    void state(String status, JobState expected) {
        assertThat(JobSummaries.of(trainJob("bert", "{runtimeRef: {name: torch}}", status))
                        .state())
                .isEqualTo(expected);
    }

    @Test
    @DisplayName("everything that the TrainJob says")
    void everything() {
        TrainJob trainJob = trainJob(
                "bert",
                "{runtimeRef: {name: torch, kind: TrainingRuntime}, suspend: true, managedBy: somebody.else/x}",
                """
                nodes: 4
                readyNodes: 3
                conditions: [{type: Complete, status: 'True', reason: AllJobsCompleted, message: well done, lastTransitionTime: "2026-01-05T11:00:00Z"}]
                trainerStatus: {progressPercentage: 40, estimatedRemainingSeconds: 90, metrics: [{name: loss, value: "0.5"}], lastUpdatedTime: "2026-01-05T10:30:00+00:00"}
                """);
        trainJob.getMetadata().setLabels(Map.of("kueue.x-k8s.io/queue-name", "main"));
        trainJob.getMetadata().setDeletionTimestamp("2026-01-05T12:00:00Z");

        JobSummary summary = JobSummaries.of(trainJob);

        assertThat(summary.reason()).isEqualTo("AllJobsCompleted");
        assertThat(summary.message()).isEqualTo("well done");
        assertThat(summary.runtimeKind()).isEqualTo("TrainingRuntime");
        assertThat(summary.nodes()).contains(4);
        assertThat(summary.readyNodes()).contains(3);
        assertThat(summary.queue()).contains("main");
        assertThat(summary.created()).isEqualTo(Instant.parse("2026-01-05T10:00:00Z"));
        assertThat(summary.ended()).contains(Instant.parse("2026-01-05T11:00:00Z"));
        assertThat(summary.suspended()).isTrue();
        assertThat(summary.deleting()).isTrue();
        assertThat(summary.managedBy()).contains("somebody.else/x");
        TrainingProgress progress = summary.progress().orElseThrow();
        assertThat(progress.percentage()).contains(40);
        assertThat(progress.remaining()).contains(Duration.ofSeconds(90));
        assertThat(progress.metrics()).containsExactly(new TrainerMetric("loss", "0.5"));
        assertThat(progress.reported()).contains(Instant.parse("2026-01-05T10:30:00Z"));
    }
}
