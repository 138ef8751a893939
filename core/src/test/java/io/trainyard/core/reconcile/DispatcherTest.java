package io.trainyard.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.queue.Backoff;
import io.trainyard.core.queue.Outcome;
import io.trainyard.core.queue.QueueListener;
import io.trainyard.core.queue.WorkQueue;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Dispatcher (OPS-09d)")
final class DispatcherTest {
    private static final int JOBS = 100;

    private final SlowLoop loop = new SlowLoop();
    private final List<ResourceKey> reconciled = new ArrayList<>();
    private final WorkQueue<ResourceKey> queue = new WorkQueue<>(Backoff.DEFAULT, () -> 0.5, QueueListener.none());
    private Uni<Outcome> running = Uni.createFrom().item(Outcome.done());
    private Runnable finish = () -> {};
    private final Dispatcher dispatcher = new Dispatcher(
            queue,
            this::takeAMillisecond,
            loop,
            new Dispatcher.Listener() {
                @Override
                public void began(ResourceKey key) {}

                @Override
                public void ended(ResourceKey key, Outcome outcome, long nanos, boolean fault) {}
            },
            32);

    private Uni<Outcome> takeAMillisecond(ResourceKey key) {
        loop.nanos += Duration.ofMillis(1).toNanos();
        reconciled.add(key);
        return running;
    }

    @Test
    @DisplayName(
            "after 10 ms of reconciles that end at once others on the event loop have their turn, and it goes on after them")
    void reconcilesThatEndAtOnceDoNotKeepTheLoop() {
        List<Integer> seenByOthers = new ArrayList<>();
        loop.after(Duration.ZERO, () -> seenByOthers.add(reconciled.size()));

        dispatcher.start(IntStream.range(0, JOBS)
                .mapToObj(i -> new ResourceKey("default", "held-" + i))
                .toList());

        assertThat(reconciled).hasSize(10);
        loop.runAll();
        assertThat(seenByOthers).containsExactly(10);
        assertThat(reconciled).hasSize(JOBS).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName(
            "a replica that does not lead queues nothing, and begins with every TrainJob that there is then (OPS-05c)")
    void aFollowerQueuesNothing() {
        dispatcher.add(new ResourceKey("default", "gone"));
        assertThat(queue.depth()).isZero();

        dispatcher.start(List.of(new ResourceKey("default", "there")));

        assertThat(reconciled).containsExactly(new ResourceKey("default", "there"));
    }

    @Test
    @DisplayName(
            "when the last reconcile of a term has ended, what waits is forgotten, before the end is told (OPS-05c)")
    void nothingOfATermIsLeft() {
        ResourceKey key = new ResourceKey("default", "slow");
        dispatcher.start(List.of());
        running = Uni.createFrom().emitter(emitter -> finish = () -> emitter.complete(Outcome.retry()));
        dispatcher.add(key);
        List<Integer> left = new ArrayList<>();

        dispatcher.stop(() -> left.add(queue.depth() + queue.delayed()));
        dispatcher.add(new ResourceKey("default", "late"));
        assertThat(left).isEmpty();
        finish.run();

        assertThat(left).containsExactly(0);
        assertThat(queue.failures(key)).isZero();
    }

    /** An event loop on which time passes only inside of its tasks. */
    private static final class SlowLoop implements TimeSource {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private long nanos;

        void runAll() {
            while (!tasks.isEmpty()) {
                tasks.remove().run();
            }
        }

        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(nanos);
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public Cancellable after(Duration delay, Runnable task) {
            tasks.add(task);
            return () -> tasks.remove(task);
        }
    }
}
