package io.trainyard.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.memory.CacheOwner;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("RateGate (OPS-78)")
final class RateGateTest {
    @Test
    void soManyPassAtOnceAndThenOneAfterEachInterval() {
        ManualTimeSource time = new ManualTimeSource();
        RateGate gate = new RateGate(CacheOwner.REPORT_SENDERS, time, 1, 3);

        assertThat(gate.passes("a")).isTrue();
        assertThat(gate.passes("a")).isTrue();
        assertThat(gate.passes("a")).isTrue();
        assertThat(gate.passes("a")).isFalse();
        assertThat(gate.passes("b")).as("somebody else").isTrue();
        time.advance(Duration.ofSeconds(1));
        assertThat(gate.passes("a")).isTrue();
        assertThat(gate.passes("a")).isFalse();
        time.advance(Duration.ofSeconds(10));
        assertThat(gate.passes("a")).isTrue();
        assertThat(gate.passes("a")).isTrue();
        assertThat(gate.passes("a")).isTrue();
        assertThat(gate.passes("a")).isFalse();
    }

    @Test
    void whatIsGivenBackMayPassAgain() {
        RateGate gate = new RateGate(CacheOwner.REPORT_SENDERS, new ManualTimeSource(), 1, 1);
        gate.giveBack("a");
        assertThat(gate.passes("a")).isTrue();

        gate.giveBack("a");

        assertThat(gate.passes("a")).isTrue();
        assertThat(gate.passes("a")).isFalse();
    }
}
