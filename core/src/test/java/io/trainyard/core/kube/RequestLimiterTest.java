package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("RequestLimiter (CFG-26, CFG-27, FAB-09)")
final class RequestLimiterTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final List<String> started = new ArrayList<>();
    private final List<Integer> allowed = new ArrayList<>();
    private final List<Duration> waited = new ArrayList<>();
    private int refusals;

    @Test
    void aBurstPassesAtOnceAndTheRestAtTheRate() {
        RequestLimiter gate = gate(10, 3, 100);

        enter(gate, "pods", 5);

        assertThat(started).containsExactly("pods0", "pods1", "pods2");
        time.advance(Duration.ofMillis(99));
        assertThat(started).hasSize(3);
        time.advance(Duration.ofMillis(2));
        assertThat(started).hasSize(4);
        time.advance(Duration.ofMillis(100));
        assertThat(started).containsExactly("pods0", "pods1", "pods2", "pods3", "pods4");
    }

    @Test
    void aPauseFillsTheBucketAgainButNotBeyondTheBurst() {
        RequestLimiter gate = gate(10, 3, 100);
        enter(gate, "pods", 3);

        time.advance(Duration.ofHours(1));
        started.clear();
        enter(gate, "pods", 5);

        assertThat(started).hasSize(3);
    }

    @Test
    void eachKindHasItsOwnBucket() {
        RequestLimiter gate = gate(1, 1, 100);

        enter(gate, "pods", 2);
        enter(gate, "jobsets", 1);

        assertThat(started).containsExactly("pods0", "jobsets0");
    }

    @Test
    void aRateOfZeroMeansNoLimit() {
        RequestLimiter gate = gate(0, 0, 1000);

        enter(gate, "pods", 500);

        assertThat(started).hasSize(500);
        assertThat(time.waiting()).isZero();
    }

    @Test
    void fractionsOfARequestASecondAreKept() {
        RequestLimiter gate = gate(0.5, 1, 10);
        enter(gate, "pods", 2);

        time.advance(Duration.ofMillis(1999));
        assertThat(started).hasSize(1);
        time.advance(Duration.ofMillis(2));
        assertThat(started).hasSize(2);
    }

    @Test
    void aBurstOfZeroStillLetsOneRequestPassAtATime() {
        RequestLimiter gate = gate(10, 0, 10);

        enter(gate, "pods", 2);
        time.advance(Duration.ofMillis(101));

        assertThat(started).hasSize(2);
    }

    @Test
    void noMoreRequestsAreUnderWayThanAllowedOverAllKinds() {
        RequestLimiter gate = gate(0, 0, 2);

        enter(gate, "pods", 2);
        enter(gate, "jobsets", 2);
        assertThat(started).containsExactly("pods0", "pods1");

        gate.leave();
        assertThat(started).containsExactly("pods0", "pods1", "jobsets0");
        gate.leave();
        assertThat(started).hasSize(4);
        assertThat(gate.inFlight()).isEqualTo(2);
    }

    @Test
    @DisplayName("a thousand events do not delay other requests, and are written all the same, one in eight (CFG-40a)")
    void requestsOfLowPriorityAreOvertaken() {
        RequestLimiter gate = gate(0, 0, 1);
        enter(gate, "pods", 1);
        for (int i = 0; i < 1000; i++) {
            gate.enterWithLowPriority("events", () -> started.add("event"));
        }
        enter(gate, "jobsets", 20);
        for (int i = 0; i < 20; i++) {
            gate.leave();
        }
        assertThat(started.subList(0, 8)).doesNotContain("event");
        assertThat(started.subList(0, 20)).filteredOn("event"::equals).hasSize(2);
        for (int i = 0; i < 2000; i++) {
            gate.leave();
        }
        assertThat(started).filteredOn("event"::equals).hasSize(1000);
    }

    @Test
    void whoGivesUpWaitingTakesNeitherTokenNorPlace() {
        RequestLimiter gate = gate(10, 1, 1);
        enter(gate, "pods", 1);
        RequestLimiter.Ticket impatient = gate.enter("pods", () -> started.add("impatient"));
        enter(gate, "pods", 1);

        impatient.cancel();
        gate.leave();
        time.advance(Duration.ofMillis(101));

        assertThat(started).containsExactly("pods0", "pods0");
    }

    @Test
    @DisplayName(
            "CFG-40: while the server asks to wait nothing is sent, then half as much as before, at last all of it")
    void aServerThatRefusesIsLeftAloneForAsLongAsItAsks() {
        RequestLimiter gate = adaptive(8);
        enter(gate, "pods", 8);
        gate.refused(Duration.ofSeconds(3));
        for (int i = 0; i < 8; i++) {
            gate.leave();
        }
        started.clear();

        enter(gate, "pods", 20);
        time.advance(Duration.ofMillis(2_999));
        assertThat(started).isEmpty();
        time.advance(Duration.ofMillis(1));
        assertThat(started).hasSize(4);
        assertThat(allowed).containsExactly(8, 4);
        assertThat(waited).hasSize(4).containsOnly(Duration.ofSeconds(3));

        for (int i = 0; i < 16; i++) {
            gate.answered(Duration.ofMillis(5));
            gate.leave();
        }
        assertThat(started).hasSize(20);
        assertThat(allowed).endsWith(6);
        assertThat(refusals).isEqualTo(1);
    }

    @Test
    @DisplayName("CFG-40: numbers that somebody gave hold, whatever the server answers")
    void aFixedLimitDoesNotGiveWay() {
        RequestLimiter gate = gate(0, 0, 2);

        gate.refused(Duration.ofSeconds(30));
        enter(gate, "pods", 2);

        assertThat(started).hasSize(2);
    }

    private RequestLimiter adaptive(int most) {
        return new RequestLimiter(
                time, RequestLimits.DEFAULT.withAdaptiveLimit().withMaxInFlight(most), new LimitObserver() {
                    @Override
                    public void allowed(int requests) {
                        allowed.add(requests);
                    }

                    @Override
                    public void refused() {
                        refusals++;
                    }

                    @Override
                    public void waited(Duration time) {
                        waited.add(time);
                    }
                });
    }

    private RequestLimiter gate(double qps, int burst, int maxInFlight) {
        return new RequestLimiter(
                time, RequestLimits.DEFAULT.withRate(qps, burst).withMaxInFlight(maxInFlight), LimitObserver.NONE);
    }

    private void enter(RequestLimiter gate, String kind, int count) {
        for (int i = 0; i < count; i++) {
            String name = kind + i;
            gate.enter(kind, () -> started.add(name));
        }
    }
}
