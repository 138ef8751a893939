package io.trainyard.foundation.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class DelaysTest {
    @Test
    void aDelayIsCountedInNanoseconds() {
        assertThat(Delays.nanos(Duration.ofMillis(3).plusNanos(1))).isEqualTo(3_000_001);
        assertThat(Delays.nanos(Duration.ZERO)).isZero();
    }

    @Test
    void aNegativeDelayIsNone() {
        assertThat(Delays.nanos(Duration.ofSeconds(-1))).isZero();
        assertThat(Delays.nanos(Duration.ofSeconds(Long.MIN_VALUE))).isZero();
    }

    @Test
    void theLongestDelayCanBeAddedTwiceToAnyTimeOfTheClockWithoutADifferenceThatOverflows() {
        long longest = Delays.nanos(Duration.ofSeconds(Long.MAX_VALUE));
        long now = Long.MAX_VALUE - 1;

        assertThat(now + 2 * longest - now).isEqualTo(2 * longest).isPositive();
    }
}
