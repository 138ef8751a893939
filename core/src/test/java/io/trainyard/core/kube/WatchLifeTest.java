package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("WatchLife (FAB-80, OPS-100)")
final class WatchLifeTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long MINUTE = 60 * SECOND;

    private final WatchLife life = new WatchLife(0);

    @Test
    @DisplayName("each further reopening waits longer, up to five minutes, and chance only shortens it")
    void reopeningBacksOff() {
        life.opened(0);

        assertThat(life.beforeReopening(SECOND, 0)).isEqualTo(Duration.ofSeconds(1));
        assertThat(life.beforeReopening(SECOND, 0)).isEqualTo(Duration.ofSeconds(2));
        assertThat(life.beforeReopening(SECOND, 0.5)).isEqualTo(Duration.ofMillis(3400));
        for (int i = 0; i < 20; i++) {
            life.beforeReopening(SECOND, 0);
        }
        assertThat(life.beforeReopening(SECOND, 0)).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    @DisplayName("a watch that lasted makes the next failure the first again")
    void aWatchThatLastedIsASuccess() {
        life.beforeReopening(SECOND, 0);
        life.beforeReopening(SECOND, 0);
        life.opened(MINUTE);

        assertThat(life.beforeReopening(7 * MINUTE, 0)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    @DisplayName("a watch is stuck after two minutes without, a list after five")
    void stuck() {
        life.opened(0);
        assertThat(life.isStuck(5 * MINUTE)).isFalse();
        assertThat(life.isStuck(5 * MINUTE + SECOND)).isTrue();

        life.listed(6 * MINUTE);
        assertThat(life.isStuck(8 * MINUTE)).isFalse();
        assertThat(life.isStuck(8 * MINUTE + SECOND)).isTrue();
        life.good(9 * MINUTE);
        assertThat(life.isStuck(10 * MINUTE)).isFalse();
    }

    @Test
    @DisplayName("only who is answered, and cannot watch for a quarter of an hour all the same, has no hope")
    void hopeless() {
        life.opened(0);
        life.listed(0);
        life.answered(14 * MINUTE);
        assertThat(life.isHopeless(15 * MINUTE)).isFalse();
        assertThat(life.isHopeless(15 * MINUTE + SECOND)).isTrue();
        assertThat(life.isHopeless(25 * MINUTE)).as("the API server is away").isFalse();
        life.good(15 * MINUTE);
        assertThat(life.isHopeless(16 * MINUTE)).isFalse();
        assertThat(life.sinceGood(16 * MINUTE)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    @DisplayName("a list that comes again and again is no watch")
    void listsAreNoWatch() {
        for (int minute = 0; minute < 20; minute++) {
            life.opened(minute * MINUTE);
            life.answered(minute * MINUTE);
            life.listed(minute * MINUTE);
        }

        assertThat(life.isHopeless(20 * MINUTE)).isTrue();
    }
}
