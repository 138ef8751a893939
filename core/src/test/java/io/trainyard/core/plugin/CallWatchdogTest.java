package io.trainyard.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("CallWatchdog (PIPE-15, OPS-09c)")
final class CallWatchdogTest {
    private static final Duration LIMIT = Duration.ofMillis(40);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final ManualTimeSource time = new ManualTimeSource();
    private final PluginIdentity acme =
            new PluginIdentity("acme", new PluginCode(new ClassLoader("acme", null) {}, ""));
    private final CallWatchdog watch = new CallWatchdog(time, LIMIT);

    @AfterEach
    void stop() {
        watch.stop();
    }

    @Test
    @DisplayName("nobody looks while no plugin is called, and a process at rest does not wake up for it")
    void nobodyLooksWithoutACall() {
        watch.start();
        assertThat(watch.isLooking()).isFalse();

        RunningCall call = watch.begin(acme, time.nanos());
        assertThat(watch.isLooking()).isTrue();
        assertThat(watch.end(call)).isFalse();

        await().atMost(TIMEOUT).until(() -> !watch.isLooking());
    }

    @Test
    void aCallThatTakesTooLongIsInterruptedHoweverLongNobodyHasLookedBefore() {
        watch.start();
        assertThat(watch.end(watch.begin(acme, time.nanos()))).isFalse();
        await().atMost(TIMEOUT).until(() -> !watch.isLooking());

        RunningCall call = watch.begin(acme, time.nanos());
        time.advance(LIMIT.plusMillis(1));
        assertThatThrownBy(() -> new CountDownLatch(1).await(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(InterruptedException.class);

        assertThat(watch.end(call)).isTrue();
    }

    @Test
    void afterTheEndACallIsMadeAllTheSame() {
        watch.start();
        watch.stop();

        assertThat(watch.end(watch.begin(acme, time.nanos()))).isFalse();
        assertThat(watch.isLooking()).isFalse();
    }
}
