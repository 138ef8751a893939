package io.trainyard.foundation.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ManualTimeSourceTest {
    private final ManualTimeSource time = new ManualTimeSource(Instant.EPOCH);
    private final List<String> ran = new ArrayList<>();

    @Test
    void timeStandsStillUntilItIsMoved() {
        assertThat(time.now()).isEqualTo(Instant.EPOCH);

        time.advance(Duration.ofMillis(1500));

        assertThat(time.now()).isEqualTo(Instant.ofEpochMilli(1500));
        assertThat(time.nanos()).isEqualTo(1_500_000_000L);
    }

    @Test
    void tasksRunInTheOrderOfTheirTimeAndSeeThatTime() {
        time.after(Duration.ofSeconds(2), () -> ran.add("second at " + time.now()));
        time.after(Duration.ofSeconds(1), () -> ran.add("first at " + time.now()));
        time.after(Duration.ofSeconds(2), () -> ran.add("third"));

        time.advance(Duration.ofSeconds(3));

        assertThat(ran).containsExactly("first at 1970-01-01T00:00:01Z", "second at 1970-01-01T00:00:02Z", "third");
        assertThat(time.now()).isEqualTo(Instant.ofEpochSecond(3));
    }

    @Test
    void aTaskAddedByATaskRunsInTheSameAdvanceWhenItFallsDue() {
        time.after(Duration.ofSeconds(1), () -> time.after(Duration.ofSeconds(1), () -> ran.add("inner")));

        time.advance(Duration.ofMillis(1999));
        assertThat(ran).isEmpty();
        time.advance(Duration.ofMillis(1));

        assertThat(ran).containsExactly("inner");
    }

    @Test
    void aCancelledTaskNeverRuns() {
        TimeSource.Cancellable task = time.after(Duration.ZERO, () -> ran.add("never"));

        task.cancel();
        task.cancel();
        time.runDue();

        assertThat(ran).isEmpty();
        assertThat(time.waiting()).isZero();
    }
}
