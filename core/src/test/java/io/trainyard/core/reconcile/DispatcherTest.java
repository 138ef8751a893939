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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Dispatcher (OPS-09d)")
final class DispatcherTest {
    private static final int JOBS = 100;

    private final SlowLoop loop = new SlowLoop();
    private final List<ResourceKey> reconciled = new ArrayList<>();
    private final Dispatcher dispatcher = new Dispatcher(
            new WorkQueue<>(Backoff.DEFAULT, () -> 0.5, QueueListener.none()),
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
        return Uni.createFrom().item(Outcome.done());
    }

    @Test
    @DisplayName(
            "after 10 ms of reconciles that end at once others on the event loop have their turn, and it goes on after them")
    void reconcilesThatEndAtOnceDoNotKeepTheLoop() {
        for (int i = 0; i < JOBS; i++) {
            dispatcher.add(new ResourceKey("default", "held-" + i));
        }
        List<Integer> seenByOthers = new ArrayList<>();
        loop.after(Duration.ZERO, () -> seenByOthers.add(reconciled.size()));

        dispatcher.start();

        assertThat(reconciled).hasSize(10);
        loop.runAll();
        assertThat(seenByOthers).containsExactly(10);
        assertThat(reconciled).hasSize(JOBS).doesNotHaveDuplicates();
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
