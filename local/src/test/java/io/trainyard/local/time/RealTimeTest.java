package io.trainyard.local.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
final class RealTimeTest {
    @Test
    void aTaskNeverRunsTooEarlyEvenWhenAMillisecondIsNotWhole(Vertx vertx) throws Exception {
        var time = new RealTime(vertx);
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
    void aDelayMayBeLongerThanMillisecondsCanCount(Vertx vertx) {
        TimeSource.Cancellable timer = new RealTime(vertx).after(Duration.ofSeconds(Long.MAX_VALUE), () -> {});

        timer.cancel();
    }
}
