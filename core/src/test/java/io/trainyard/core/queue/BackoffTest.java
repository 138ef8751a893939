package io.trainyard.core.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** PIPE-16. */
final class BackoffTest {
    @Test
    void defaultDoublesFromOneHundredMillisecondsToFiveMinutes() {
        assertThat(Backoff.DEFAULT.delay(1, 0)).isEqualTo(Duration.ofMillis(100));
        assertThat(Backoff.DEFAULT.delay(2, 0)).isEqualTo(Duration.ofMillis(200));
        assertThat(Backoff.DEFAULT.delay(12, 0)).isEqualTo(Duration.ofMillis(204_800));
        assertThat(Backoff.DEFAULT.delay(13, 0)).isEqualTo(Duration.ofMinutes(5));
        assertThat(Backoff.DEFAULT.delay(Integer.MAX_VALUE, 0)).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void jitterTakesAwayUpToItsPart() {
        assertThat(Backoff.DEFAULT.delay(1, 0.5)).isEqualTo(Duration.ofMillis(95));
        assertThat(Backoff.DEFAULT.delay(40, 0.5)).isEqualTo(Duration.ofSeconds(285));
    }

    @Test
    void refusesSettingsThatMakeNoSenseAndNamesThem() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, 2, second, 0)).hasMessageContaining("base must be more");
        assertThatThrownBy(() -> new Backoff(second, 0.5, second, 0)).hasMessageContaining("factor must be");
        assertThatThrownBy(() -> new Backoff(second, Double.NaN, second, 0)).hasMessageContaining("factor must be");
        assertThatThrownBy(() -> new Backoff(second, 2, Duration.ofMillis(1), 0))
                .hasMessageContaining("cap must be at least base (PT1S), but is PT0.001S");
        assertThatThrownBy(() -> new Backoff(second, 2, second, 1)).hasMessageContaining("jitter must be");
        assertThatThrownBy(() -> Backoff.DEFAULT.delay(0, 0)).hasMessageContaining("0 failures");
    }

    @Property(seed = "20260101")
    void isMonotoneBelowTheCapAndAlwaysBounded(
            @ForAll @LongRange(min = 1, max = 10_000) long baseMillis,
            @ForAll @DoubleRange(min = 1.0, max = 10.0) double factor,
            @ForAll @LongRange(min = 1, max = 10_000) long timesBase,
            @ForAll @IntRange(min = 1, max = 200) int failures,
            @ForAll @DoubleRange(min = 0, max = 0.99) double chance,
            @ForAll @DoubleRange(min = 0, max = 0.99) double nextChance) {
        Duration base = Duration.ofMillis(baseMillis);
        // The most jitter with which a wait can never be shorter than the one before it.
        double jitter = Math.min(0.9, 1 - 1 / factor);
        Backoff backoff = new Backoff(base, factor, base.multipliedBy(timesBase), jitter);

        Duration delay = backoff.delay(failures, chance);
        Duration next = backoff.delay(failures + 1, nextChance);

        Duration shortestAtCap = Duration.ofNanos((long) (backoff.cap().toNanos() * (1 - jitter)) - 1);
        assertThat(delay).isPositive().isLessThanOrEqualTo(backoff.cap());
        assertThat(next.plusNanos(1))
                .isGreaterThanOrEqualTo(delay.compareTo(shortestAtCap) < 0 ? delay : shortestAtCap);
        assertThat(backoff.delay(failures + 1, chance)).isGreaterThanOrEqualTo(delay);
    }
}
