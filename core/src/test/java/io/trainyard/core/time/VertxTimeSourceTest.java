package io.trainyard.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class VertxTimeSourceTest {
    private final Vertx vertx = Vertx.vertx();
    private final Context owner = vertx.getOrCreateContext();
    private final VertxTimeSource time = new VertxTimeSource(owner);

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void tasksRunOnTheOwnerWhoeverAsks() throws Exception {
        var fromOutside = new CompletableFuture<Context>();
        var fromOwner = new CompletableFuture<Context>();

        time.after(Duration.ofMillis(1), () -> fromOutside.complete(Vertx.currentContext()));
        owner.runOnContext(ignored -> time.after(Duration.ZERO, () -> fromOwner.complete(Vertx.currentContext())));

        assertThat(fromOutside.get(60, TimeUnit.SECONDS)).isSameAs(owner);
        assertThat(fromOwner.get(60, TimeUnit.SECONDS)).isSameAs(owner);
    }

    @Test
    void aTaskNeverRunsTooEarlyEvenWhenAMillisecondIsNotWhole() throws Exception {
        Duration delay = Duration.ofNanos(20_000_001);
        long start = time.nanos();
        var ranAt = new CompletableFuture<Long>();

        time.after(delay, () -> ranAt.complete(time.nanos()));

        assertThat(ranAt.get(60, TimeUnit.SECONDS) - start).isGreaterThanOrEqualTo(delay.toNanos());
    }

    @Test
    void aTaskCancelledInTimeNeverRuns() throws Exception {
        var runs = new AtomicInteger();
        var later = new CompletableFuture<Void>();

        owner.runOnContext(ignored -> {
            time.after(Duration.ZERO, runs::incrementAndGet).cancel();
            TimeSource.Cancellable soon = time.after(Duration.ofMillis(5), runs::incrementAndGet);
            soon.cancel();
            soon.cancel();
            time.after(Duration.ofMillis(30), () -> later.complete(null));
        });
        later.get(60, TimeUnit.SECONDS);

        assertThat(runs.get()).isZero();
    }
}
