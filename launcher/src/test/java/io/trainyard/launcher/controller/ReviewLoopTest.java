package io.trainyard.launcher.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("ReviewLoop (OPS-132)")
@ExtendWith(VertxExtension.class)
final class ReviewLoopTest {
    @Test
    @DisplayName(
            "the watch ends on the loop of reviews, which owns what the guard has noted, also when another loop ends it")
    void theGuardIsStoppedOnItsOwnLoop(Vertx vertx) throws Exception {
        Context context = vertx.getOrCreateContext();
        LastBeat time = new LastBeat();
        CompletableFuture<ReviewLoop> watched = new CompletableFuture<>();
        context.runOnContext(ignored -> watched.complete(ReviewLoop.watched(context, time)));
        ReviewLoop reviews = watched.get(1, TimeUnit.MINUTES);

        reviews.stopWatching();

        assertThat(time.cancelledOn.get(1, TimeUnit.MINUTES)).isSameAs(context);
        assertThat(reviews.guard().lastHeartbeatAge()).isZero();
    }

    /** Time that stands still, and knows where the heartbeat that waits was called off. */
    private static final class LastBeat implements TimeSource {
        private final CompletableFuture<Context> cancelledOn = new CompletableFuture<>();

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Cancellable after(Duration delay, Runnable task) {
            return () -> cancelledOn.complete(Vertx.currentContext());
        }
    }
}
