package io.trainyard.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class TimeLimitTest {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final ManualTimeSource time = new ManualTimeSource();
    private final AtomicReference<UniEmitter<? super String>> source = new AtomicReference<>();
    private final AtomicBoolean cancelled = new AtomicBoolean();
    private final Uni<String> slow =
            Uni.createFrom().<String>emitter(source::set).onCancellation().invoke(() -> cancelled.set(true));

    @Test
    void anAnswerInTimePassesAndLeavesNoTimerBehind() {
        var subscriber = subscribe(slow);

        time.advance(Duration.ofMillis(1_999));
        source.get().complete("yes");

        subscriber.assertItem("yes");
        assertThat(time.waiting()).isZero();
    }

    @Test
    void anAnswerThatIsThereAtOnceLeavesNoTimerBehind() {
        subscribe(Uni.createFrom().item("yes")).assertItem("yes");

        assertThat(time.waiting()).isZero();
    }

    @Test
    void aFailurePassesAsItIs() {
        var subscriber = subscribe(slow);

        source.get().fail(new IllegalStateException("broken"));

        subscriber.assertFailedWith(IllegalStateException.class, "broken");
        assertThat(time.waiting()).isZero();
    }

    @Test
    void whoIsLateIsCancelledAndHisAnswerDropped() {
        var subscriber = subscribe(slow);

        time.advance(LIMIT);
        source.get().complete("too late");

        subscriber.assertFailedWith(TimeoutException.class, "no answer within 2000 ms");
        assertThat(cancelled).isTrue();
    }

    @Test
    void everySubscriptionHasItsOwnLimit() {
        Uni<String> limited = TimeLimit.of(LIMIT, time, slow);
        time.advance(Duration.ofMinutes(1));

        var subscriber = limited.subscribe().withSubscriber(UniAssertSubscriber.create());
        time.advance(Duration.ofSeconds(1));
        source.get().complete("yes");

        subscriber.assertItem("yes");
    }

    @Test
    void cancellingEndsTheTimerAndTheSource() {
        var subscriber = subscribe(slow);

        subscriber.cancel();

        assertThat(time.waiting()).isZero();
        assertThat(cancelled).isTrue();
    }

    private UniAssertSubscriber<String> subscribe(Uni<String> uni) {
        return TimeLimit.of(LIMIT, time, uni).subscribe().withSubscriber(UniAssertSubscriber.create());
    }
}
