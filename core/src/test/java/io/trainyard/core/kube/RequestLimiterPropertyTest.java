package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

@Label("RequestLimiter (CFG-27)")
final class RequestLimiterPropertyTest {
    @Property(tries = 200, seed = "20260101")
    void overAnyTimeNoMorePassesThanTheBurstAndTheRateAllowAndNothingIsLost(
            @ForAll @DoubleRange(min = 0.1, max = 200) double qps,
            @ForAll @IntRange(min = 1, max = 50) int burst,
            @ForAll List<@IntRange(min = 0, max = 2000) Integer> pauses) {
        var clock = new ManualTimeSource();
        var passed = new ArrayList<Integer>();
        var gate = new RequestLimiter(
                clock, RequestLimits.DEFAULT.withRate(qps, burst).withMaxInFlight(10_000), LimitObserver.NONE);
        int asked = 0;

        for (int pause : pauses) {
            for (int i = 0; i < 3; i++) {
                int number = asked++;
                gate.enter("pods", () -> passed.add(number));
            }
            clock.advance(Duration.ofMillis(pause));
            assertThat(passed.size()).isLessThanOrEqualTo((int) Math.floor(burst + clock.nanos() * qps / 1e9 + 1e-6));
        }
        clock.advance(Duration.ofDays(1));

        assertThat(passed).hasSize(asked).isSorted();
    }
}
