package io.trainyard.dashboard.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.Rows;
import io.trainyard.dashboard.view.Count;
import io.trainyard.dashboard.view.JobRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Overview (OPS-72)")
final class OverviewTest {
    @Test
    void everyStateIsCountedAlsoThoseThatNoJobIsIn() {
        Overview overview = of(List.of(Rows.row("a", "x", JobState.RUNNING), Rows.row("a", "y", JobState.RUNNING)));

        assertThat(overview.jobs())
                .hasSize(JobState.values().length)
                .containsEntry(JobState.RUNNING, 2L)
                .containsEntry(JobState.FAILED, 0L);
        assertThat(overview.successPercent()).isEmpty();
        assertThat(overview.medianSecondsToRunning()).isEmpty();
    }

    @Test
    void devicesOfJobsThatHaveEndedAreFree() {
        Overview overview = of(List.of(
                Rows.with(Rows.row("a", "x", JobState.RUNNING), new Count(4, 8), Optional.empty()),
                Rows.with(Rows.row("a", "y", JobState.COMPLETE), new Count(8, 8), Optional.empty())));

        assertThat(overview.accelerators()).isEqualTo(new Count(4, 8));
    }

    @Test
    void theLastDayTellsSuccessAndHowLongJobsWait() {
        Overview overview = of(List.of(
                began(Rows.row("a", "x", JobState.COMPLETE), 10),
                began(Rows.row("a", "y", JobState.COMPLETE), 30),
                began(Rows.row("a", "z", JobState.FAILED), 20),
                began(Rows.row("a", "old", JobState.FAILED, Duration.ofDays(3)), 1000)));

        assertThat(overview.started()).isEqualTo(3);
        assertThat(overview.finished()).isEqualTo(3);
        assertThat(overview.successPercent()).hasValue(66L);
        assertThat(overview.medianSecondsToRunning()).hasValue(20L);
    }

    @Test
    void failedAndLongPendingJobsNeedAttentionTheLatestFirst() {
        Overview overview = of(List.of(
                Rows.row("a", "new", JobState.PENDING, Duration.ofMinutes(14)),
                Rows.row("a", "waits", JobState.PENDING, Duration.ofMinutes(16)),
                Rows.row("a", "failed", JobState.FAILED, Duration.ofMinutes(11)),
                Rows.row("a", "long-ago", JobState.FAILED, Duration.ofDays(2)),
                Rows.row("a", "parked", JobState.SUSPENDED, Duration.ofDays(2))));

        assertThat(overview.attention())
                .extracting(each -> each.key().name() + " " + each.reason())
                .containsExactly("failed Failed", "waits Pending");
    }

    @Test
    void ofVeryManyOnlySomeAreListedAndAllAreCounted() {
        List<JobRow> rows = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            rows.add(Rows.row("a", "j" + i, JobState.FAILED));
        }

        assertThat(of(rows).attention()).hasSize(Overview.MAX_ATTENTION);
        assertThat(of(rows).attentionCount()).isEqualTo(5_000);
    }

    private static Overview of(List<JobRow> rows) {
        return Overview.of(rows, Rows.NOW);
    }

    private static JobRow began(JobRow row, int seconds) {
        return Rows.with(row, Count.NONE, Optional.of(row.summary().created().plusSeconds(seconds)));
    }
}
