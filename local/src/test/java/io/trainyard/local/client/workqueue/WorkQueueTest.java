package io.trainyard.local.client.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.cache.ObjectName;
import io.trainyard.local.time.VirtualTime;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a controller gets to look at a key (LOCAL-50). */
final class WorkQueueTest {
    private static final ObjectName KEY = new ObjectName("demo", "a");
    private static final Duration MILLISECOND = Duration.ofMillis(1);

    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();
    private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-01T00:00:00Z"));
    private final Recorder controller = new Recorder();
    private final WorkQueue<ObjectName> queue = new WorkQueue<>(
            "recorder", controller::reconcile, time, action -> context.runOnContext(nothing -> action.run()));

    /** Notes its passes and ends them as it is told; without orders, well. */
    private final class Recorder {
        private final List<Instant> passes = new CopyOnWriteArrayList<>();
        private final Queue<Future<Result>> results = new ArrayDeque<>();

        Future<Result> reconcile(ObjectName key) {
            passes.add(time.now());
            Future<Result> result = results.poll();
            return result == null ? Future.succeededFuture(Result.DONE) : result;
        }
    }

    @AfterEach
    void close() {
        vertx.close();
    }

    /** Runs something where the queue lives, and waits until all that follows at once has happened. */
    private void run(Runnable action) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        context.runOnContext(nothing -> {
            action.run();
            context.runOnContext(next -> context.runOnContext(last -> done.complete(null)));
        });
        done.join();
    }

    private void pass(Duration duration) {
        time.advance(duration);
        run(() -> {});
    }

    private List<Long> millis() {
        Instant first = Instant.parse("2026-01-01T00:00:00Z");
        return controller.passes.stream()
                .map(time -> Duration.between(first, time).toMillis())
                .toList();
    }

    @Test
    void aKeyThatIsAddedOftenIsLookedAtOnce() {
        run(() -> {
            queue.add(KEY);
            queue.add(KEY);
            queue.addSoon(KEY);
        });

        assertThat(millis()).containsExactly(0L);
    }

    @Test
    void whatHappensDuringAPassLeadsToAnotherAndNeverToTwoAtATime() {
        Promise<Result> running = Promise.promise();
        controller.results.add(running.future());

        run(() -> queue.add(KEY));
        run(() -> queue.add(KEY));
        assertThat(millis()).containsExactly(0L);
        run(() -> running.complete(Result.DONE));

        assertThat(millis()).containsExactly(0L, 0L);
    }

    @Test
    @DisplayName("a burst of changes: one pass at once, one after 20 ms")
    void changesAreGathered() {
        run(() -> queue.addSoon(KEY));
        run(() -> queue.addSoon(KEY));
        run(() -> queue.addSoon(KEY));
        assertThat(millis()).containsExactly(0L);

        pass(Duration.ofMillis(19));
        assertThat(millis()).containsExactly(0L);
        pass(MILLISECOND);

        assertThat(millis()).containsExactly(0L, 20L);
    }

    @Test
    @DisplayName("5 ms, doubled up to 5 s; a success ends the row")
    void failuresAreTriedAgain() {
        for (int i = 0; i < 14; i++) {
            controller.results.add(Future.failedFuture(ApiException.unreachable(new java.io.IOException("gone"))));
        }
        run(() -> queue.add(KEY));
        pass(Duration.ofMillis(5));
        pass(Duration.ofMillis(10));
        pass(Duration.ofMillis(20));
        assertThat(millis()).containsExactly(0L, 5L, 15L, 35L);

        for (int i = 0; i < 11; i++) {
            pass(Duration.ofSeconds(5));
        }
        assertThat(controller.results).isEmpty();
        int passes = controller.passes.size();
        pass(Duration.ofHours(1));
        assertThat(controller.passes).hasSize(passes);
    }

    @Test
    void aPassThatAsksForItIsRepeatedAndAnEarlierOneMakesTheLaterNeedless() {
        controller.results.add(Future.succeededFuture(Result.requeueAfter(Duration.ofSeconds(10))));
        run(() -> queue.add(KEY));
        pass(Duration.ofSeconds(4));
        run(() -> queue.add(KEY));

        pass(Duration.ofMinutes(1));

        assertThat(millis()).containsExactly(0L, 4000L);
    }

    @Test
    void whatAReconcileTakesDoesNotMakeTheNextOneLate() {
        Promise<Result> slow = Promise.promise();
        controller.results.add(slow.future());
        run(() -> queue.add(KEY));
        pass(Duration.ofSeconds(4));

        run(() -> slow.complete(Result.requeueAfter(Duration.ofSeconds(10))));
        pass(Duration.ofSeconds(5));
        pass(Duration.ofSeconds(1));

        assertThat(millis()).containsExactly(0L, 10_000L);
    }

    @Test
    void aWallClockThatIsSetBackDelaysNobody() {
        Promise<Result> slow = Promise.promise();
        run(() -> queue.add(KEY));
        time.setWallClock(Duration.ofHours(-1));
        run(() -> queue.addSoon(KEY));
        pass(Duration.ofMillis(20));
        assertThat(controller.passes).as("after a burst").hasSize(2);

        controller.results.add(slow.future());
        run(() -> queue.add(KEY));
        time.setWallClock(Duration.ofHours(-1));
        run(() -> slow.complete(Result.requeueAfter(Duration.ofSeconds(10))));
        pass(Duration.ofSeconds(10));
        assertThat(controller.passes).as("after what the controller asked for").hasSize(4);

        controller.results.add(Future.failedFuture(ApiException.unreachable(new java.io.IOException("gone"))));
        run(() -> queue.add(KEY));
        run(() -> queue.addSoon(KEY));
        time.setWallClock(Duration.ofHours(-1));
        pass(Duration.ofMillis(5));
        assertThat(controller.passes).as("after a failure").hasSize(6);
    }

    @Test
    void aStoppedQueueStartsNothing() {
        controller.results.add(Future.succeededFuture(Result.requeueAfter(Duration.ofSeconds(1))));
        run(() -> queue.add(KEY));

        run(queue::stop);
        run(() -> queue.add(KEY));
        pass(Duration.ofSeconds(2));

        assertThat(millis()).containsExactly(0L);
    }
}
