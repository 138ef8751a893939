package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

@Label("AdaptiveLimit (CFG-40)")
final class AdaptiveLimitPropertyTest {
    private static final Duration QUICK = Duration.ofMillis(5);

    /** Whatever the clock's origin: nanoTime may well be about to overflow. */
    private static final List<Long> ORIGINS = List.of(0L, -5L, Long.MAX_VALUE - 1_000_000_000L);

    @Property(tries = 300, seed = "20260101")
    void whateverIsAnsweredTheLimitStaysBetweenOneAndTheMost(
            @ForAll @IntRange(min = 1, max = 64) int most,
            @ForAll @IntRange(min = 0, max = 2) int origin,
            @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 30_000) Integer> events) {
        long now = ORIGINS.get(origin);
        AdaptiveLimit limit = AdaptiveLimit.startingAt(now, most);

        for (int event : events) {
            now += Duration.ofMillis(event % 700).toNanos();
            limit = event % 3 == 0
                    ? limit.refused(now, Duration.ofMillis(event))
                    : limit.answered(now, Duration.ofMillis(event));

            assertThat(limit.requests()).isBetween(1, most);
            assertThat(limit.pause(now)).isBetween(0L, Duration.ofSeconds(60).toNanos());
        }
    }

    @Property(tries = 100, seed = "20260101")
    void aBurstOfRefusalsHalvesItOnceAndNothingIsSentForAsLongAsTheServerAsks(
            @ForAll @IntRange(min = 2, max = 64) int most,
            @ForAll @IntRange(min = 1, max = 64) int refusals,
            @ForAll @IntRange(min = 0, max = 60) int seconds) {
        AdaptiveLimit limit = AdaptiveLimit.startingAt(0, most);

        for (int i = 0; i < refusals; i++) {
            limit = limit.refused(0, Duration.ofSeconds(seconds));
        }

        assertThat(limit.requests()).isEqualTo(most / 2);
        assertThat(limit.pause(0)).isEqualTo(Duration.ofSeconds(seconds).toNanos());
        assertThat(limit.pause(Duration.ofSeconds(seconds).toNanos())).isZero();
    }

    @Property(tries = 100, seed = "20260101")
    void aServerThatRefusesOnIsAskedOneByOneAndAllIsAllowedAgainWhenItAnswers(
            @ForAll @IntRange(min = 1, max = 64) int most) {
        long now = 0;
        AdaptiveLimit limit = AdaptiveLimit.startingAt(now, most);
        for (int i = 0; i < 8; i++) {
            now += Duration.ofSeconds(1).toNanos();
            limit = limit.refused(now, Duration.ZERO);
        }
        assertThat(limit.requests()).isEqualTo(1);

        int answers = 0;
        while (limit.requests() < most) {
            limit = limit.answered(now, QUICK);
            answers++;
        }

        // One more with each round, and each round is as many answers as requests are allowed.
        assertThat(answers).isLessThanOrEqualTo(most * (most + 1));
    }

    @Property(tries = 100, seed = "20260101")
    void answersThatAreSlowAsUnderFullLoadChangeNothing(
            @ForAll @Size(min = 1, max = 100) List<@IntRange(min = 1, max = 900) Integer> millis) {
        AdaptiveLimit limit = AdaptiveLimit.startingAt(0, 32);

        for (int took : millis) {
            limit = limit.answered(0, Duration.ofMillis(took));
        }

        assertThat(limit.requests()).isEqualTo(32);
    }

    @Property(tries = 50, seed = "20260101")
    void answersThatTakeFarLongerThanEverBeforeReduceItButNeverToNothing(
            @ForAll @IntRange(min = 8, max = 64) int most, @ForAll @IntRange(min = 2_000, max = 30_000) int millis) {
        long now = 0;
        AdaptiveLimit limit = AdaptiveLimit.startingAt(now, most).answered(now, QUICK);
        for (int i = 0; i < 200; i++) {
            now += Duration.ofMillis(100).toNanos();
            limit = limit.answered(now, Duration.ofMillis(millis));
        }
        assertThat(limit.requests()).isEqualTo(4);

        for (int i = 0; i < most * most + 100; i++) {
            limit = limit.answered(now, QUICK);
        }
        assertThat(limit.requests()).isEqualTo(most);
    }
}
