package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The API server's clock (STATUS-19)")
final class ServerClockTest {
    private static final Instant TRUE_TIME = Instant.parse("2026-01-05T10:00:00.500Z");
    private static final String DATE = "Mon, 05 Jan 2026 10:00:00 GMT";

    private final ServerClock clock = new ServerClock();

    @ParameterizedTest
    @ValueSource(longs = {3600, -3600, 31, -31})
    @DisplayName("stands in for one that is wrong, and goes on between answers")
    void replacesAWrongClock(long ahead) {
        clock.answered(DATE, 0);

        assertThat(clock.correct(own(ahead, 0)).now()).isEqualTo(TRUE_TIME);
        assertThat(clock.correct(own(ahead, Duration.ofSeconds(90).toNanos())).now())
                .isEqualTo(TRUE_TIME.plusSeconds(90));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 29, -29})
    @DisplayName("changes nothing where clocks agree as well as answers can tell")
    void leavesAGoodClockAlone(long ahead) {
        clock.answered(DATE, 0);

        assertThat(clock.correct(own(ahead, 0)).now()).isEqualTo(TRUE_TIME.plusSeconds(ahead));
    }

    @Test
    @DisplayName("is unknown before the first answer, and answers without a readable date do not disturb it")
    void unreadableDates() {
        assertThat(clock.correct(own(3600, 0)).now()).isEqualTo(TRUE_TIME.plusSeconds(3600));
        clock.answered(DATE, 0);
        clock.answered(null, 5);
        clock.answered("yesterday", 7);

        assertThat(clock.correct(own(3600, 0)).now()).isEqualTo(TRUE_TIME);
    }

    /** A clock that is so many seconds ahead, after so many nanoseconds. */
    private static TimeSource own(long ahead, long nanos) {
        return new TimeSource() {
            @Override
            public Instant now() {
                return TRUE_TIME.plusSeconds(ahead).plusNanos(nanos);
            }

            @Override
            public long nanos() {
                return nanos;
            }

            @Override
            public Cancellable after(Duration delay, Runnable task) {
                throw new UnsupportedOperationException();
            }
        };
    }
}
