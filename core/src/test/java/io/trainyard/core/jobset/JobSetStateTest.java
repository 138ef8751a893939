package io.trainyard.core.jobset;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.JobStatus;
import io.trainyard.spi.result.TerminalState;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("JobSetState: what a JobSet says of its TrainJob (STATUS-01, STATUS-08)")
final class JobSetStateTest {
    @Test
    void completedBecomesCompleteWithItsWordsAndTime() {
        assertThat(state("conditions: [{type: Completed, status: 'True', reason: AllJobsCompleted, message:"
                                + " jobset completed successfully, lastTransitionTime: '2026-01-05T11:40:00Z'}]")
                        .terminal())
                .hasValueSatisfying(condition -> {
                    assertThat(condition.getType()).isEqualTo("Complete");
                    assertThat(condition.getStatus()).isEqualTo("True");
                    assertThat(condition.getReason()).isEqualTo("AllJobsCompleted");
                    assertThat(condition.getMessage()).isEqualTo("jobset completed successfully");
                    assertThat(condition.getLastTransitionTime()).isEqualTo("2026-01-05T11:40:00Z");
                    assertThat(condition.getObservedGeneration()).isNull();
                });
    }

    @Test
    void failedStaysFailedWithItsWords() {
        assertThat(state("conditions: [{type: Failed, status: 'True', reason: ReachedMaxRestarts, message: no"
                                + " more, lastTransitionTime: '2026-01-05T11:40:00Z'}]")
                        .terminal())
                .hasValueSatisfying(condition -> {
                    assertThat(condition.getType()).isEqualTo("Failed");
                    assertThat(condition.getReason()).isEqualTo("ReachedMaxRestarts");
                });
    }

    @Test
    void aMissingMessageReadsAsEmpty() {
        assertThat(state("conditions: [{type: Failed, status: 'True', reason: FailedJobs}]")
                        .terminal())
                .hasValueSatisfying(
                        condition -> assertThat(condition.getMessage()).isEmpty());
    }

    @Test
    void otherConditionsAndOtherStatusesAreNotTheEnd() {
        assertThat(state("conditions: [{type: Suspended, status: 'True'}, {type: Completed, status: 'False'},"
                                + " {type: StartupPolicyCompleted, status: 'True'}]")
                        .terminal())
                .isEmpty();
    }

    @Test
    void terminalStateIsNotLookedAt() {
        assertThat(state("terminalState: Completed").terminal()).isEmpty();
    }

    @Test
    void countersAreCopiedInOrderWithTheirZeros() {
        assertThat(state("replicatedJobsStatus: [{name: b, ready: 1, succeeded: 2, failed: 3, active: 4,"
                                + " suspended: 5}, {name: a, active: 1}]")
                        .jobsStatus())
                .contains(List.of(new JobStatus("b", 1, 2, 3, 4, 5), new JobStatus("a", 0, 0, 0, 1, 0)));
    }

    @Test
    void anEmptyListClearsTheCounters() {
        assertThat(state("{}").jobsStatus()).contains(List.of());
        assertThat(JobSetState.of(new JobSet()).jobsStatus()).contains(List.of());
    }

    private static TerminalState state(String status) {
        return JobSetState.of(JobSets.owned("suspend: false", status));
    }
}
