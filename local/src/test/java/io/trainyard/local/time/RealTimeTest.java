package io.trainyard.local.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RealTimeTest {
    private final Vertx vertx = Vertx.vertx();
    private final RealTime time = new RealTime(vertx);

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void aTaskNeverRunsTooEarlyEvenWhenAMillisecondIsNotWhole() throws Exception {
        Duration delay = Duration.ofNanos(20_999_999);
        // Timers are rarely so punctual that one run shows it.
        for (int i = 0; i < 20; i++) {
            var ranAfter = new CompletableFuture<Long>();

            vertx.runOnContext(ignored -> {
                long start = time.nanos();
                time.after(delay, () -> ranAfter.complete(time.nanos() - start));
            });

            assertThat(ranAfter.get(60, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(delay.toNanos());
        }
    }

    @Test
    void aDelayMayBeLongerThanMillisecondsCanCount() {
        TimeSource.Cancellable timer = time.after(Duration.ofSeconds(Long.MAX_VALUE), () -> {});

        timer.cancel();
    }
}
