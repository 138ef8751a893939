package io.trainyard.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A run in a service that goes away")
final class ServiceWatchTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final AtomicInteger told = new AtomicInteger();
    private Future<Boolean> up = Future.succeededFuture(true);
    private final ServiceWatch watch = new ServiceWatch(time, () -> up, told::incrementAndGet);

    @Test
    @DisplayName("learns of it once, half a minute later")
    void goneForGood() {
        watch.start();
        time.advance(Duration.ofMinutes(5));
        up = Future.succeededFuture(false);
        time.advance(Duration.ofSeconds(29));
        assertThat(told).hasValue(0);

        time.advance(Duration.ofSeconds(3));

        assertThat(told).hasValue(1);
        time.advance(Duration.ofMinutes(5));
        assertThat(told).hasValue(1);
        assertThat(time.waiting()).isZero();
    }

    @Test
    @DisplayName("goes on when the service is back in time, however often that happens")
    void backAgain() {
        watch.start();
        for (int i = 0; i < 5; i++) {
            up = Future.succeededFuture(false);
            time.advance(Duration.ofSeconds(20));
            up = Future.succeededFuture(true);
            time.advance(Duration.ofSeconds(20));
        }

        assertThat(told).hasValue(0);
    }

    @Test
    @DisplayName("counts a look that fails as one at which nothing was there")
    void looksThatFail() {
        up = Future.failedFuture("unreadable");
        watch.start();

        time.advance(Duration.ofSeconds(40));

        assertThat(told).hasValue(1);
    }

    @Test
    @DisplayName("is not told after its own end")
    void stopped() {
        up = Future.succeededFuture(false);
        watch.start();
        time.advance(Duration.ofSeconds(20));

        watch.stop();
        time.advance(Duration.ofMinutes(5));

        assertThat(told).hasValue(0);
        assertThat(time.waiting()).isZero();
    }
}
