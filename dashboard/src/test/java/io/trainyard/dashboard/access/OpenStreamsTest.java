package io.trainyard.dashboard.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("OpenStreams and Budget (OPS-78)")
final class OpenStreamsTest {
    @Test
    void oneReaderHasSoManyStreamsAndOthersStillHaveTheirs() {
        OpenStreams streams = new OpenStreams(3, 2);

        assertThat(streams.open("a")).isTrue();
        assertThat(streams.open("a")).isTrue();
        assertThat(streams.open("a")).isFalse();
        assertThat(streams.open("b")).isTrue();
        assertThat(streams.open("c")).as("all together").isFalse();

        streams.closed("a");
        assertThat(streams.open("a")).isTrue();
        assertThat(streams.count()).isEqualTo(3);
    }

    @Test
    void aBudgetAllowsSoManyAtOnceAndThenOneAfterEachInterval() {
        ManualTimeSource time = new ManualTimeSource();
        Budget budget = new Budget(time, 3, Duration.ofSeconds(1));

        assertThat(budget.take("a")).isTrue();
        assertThat(budget.take("a")).isTrue();
        assertThat(budget.take("a")).isTrue();
        assertThat(budget.take("a")).isFalse();
        assertThat(budget.take("b")).as("somebody else").isTrue();
        time.advance(Duration.ofSeconds(1));
        assertThat(budget.take("a")).isTrue();
        assertThat(budget.take("a")).isFalse();
        time.advance(Duration.ofSeconds(10));
        assertThat(budget.take("a")).isTrue();
        assertThat(budget.take("a")).isTrue();
        assertThat(budget.take("a")).isTrue();
        assertThat(budget.take("a")).isFalse();
    }
}
