package io.trainyard.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
final class CallerLoopTest {
    private final CallerLoop loop = new CallerLoop();

    @Test
    void aResultThatIsThereAtOnceIsReturned() throws Exception {
        assertThat(loop.run(Uni.createFrom().item(1))).isEqualTo(1);
        assertThat(loop.<Void>run(Uni.createFrom().voidItem())).isNull();
    }

    @Test
    void aFailureIsThrownAsItIs() {
        assertThatThrownBy(() -> loop.run(Uni.createFrom().failure(new IllegalStateException("no"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no");
        assertThatThrownBy(() -> loop.run(Uni.createFrom().failure(new Exception("checked"))))
                .hasCauseInstanceOf(Exception.class);
    }

    @Test
    void answersOfOtherThreadsArriveOnTheThreadThatWaits() throws Exception {
        List<Thread> threads = new ArrayList<>();
        Uni<Integer> work = Uni.createFrom()
                .emitter(emitter -> CompletableFuture.runAsync(() -> loop.execute(() -> {
                    threads.add(Thread.currentThread());
                    emitter.complete(2);
                })));

        assertThat(loop.run(work)).isEqualTo(2);
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void timersRunInTheOrderOfTheirTimeUnlessTheyAreCalledOff() throws Exception {
        List<String> ran = new ArrayList<>();
        Uni<String> work = Uni.createFrom().emitter(emitter -> {
            loop.after(Duration.ofMillis(30), () -> emitter.complete("done"));
            loop.after(Duration.ofMillis(20), () -> ran.add("second"));
            loop.after(Duration.ofMillis(10), () -> ran.add("first"));
            loop.after(Duration.ofMillis(15), () -> ran.add("cancelled")).cancel();
        });

        assertThat(loop.run(work)).isEqualTo("done");
        assertThat(ran).containsExactly("first", "second");
    }

    @Test
    void anInterruptedWaitEndsAndCancelsTheWork() {
        List<String> cancelled = new ArrayList<>();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() ->
                        loop.run(Uni.createFrom().nothing().onCancellation().invoke(() -> cancelled.add("yes"))))
                .isInstanceOf(InterruptedException.class);
        assertThat(cancelled).containsExactly("yes");
    }
}
