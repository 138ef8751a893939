package io.trainyard.launcher.run.hang;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A silence of a pod (LOCAL-371)")
final class OutputPaceTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static OutputPace every(int seconds, int lines) {
        OutputPace pace = new OutputPace();
        for (int i = 0; i < lines; i++) {
            pace.take(START.plusSeconds((long) i * seconds));
        }
        return pace;
    }

    @ParameterizedTest
    @CsvSource({"1, 59, false", "1, 60, true", "10, 99, false", "10, 100, true"})
    @DisplayName("is unusual from a minute and ten times its median interval on")
    void unusual(int interval, int silence, boolean unusual) {
        Instant last = START.plusSeconds(9L * interval);

        assertThat(every(interval, 10).silence(last.plusSeconds(silence)))
                .isEqualTo(unusual ? java.util.Optional.of(Duration.ofSeconds(silence)) : java.util.Optional.empty());
    }

    @Test
    @DisplayName("is never unusual before four lines have told how long a step takes")
    void tooFewLines() {
        assertThat(every(1, 3).silence(START.plus(Duration.ofDays(1)))).isEmpty();
        assertThat(every(1, 4).silence(START.plus(Duration.ofDays(1)))).isPresent();
    }

    @Test
    @DisplayName("counts from the last line, however often it is looked at")
    void sameLine() {
        OutputPace pace = every(10, 4);
        for (int i = 0; i < 1000; i++) {
            pace.take(START.plusSeconds(30));
        }

        assertThat(pace.silence(START.plusSeconds(129))).isEmpty();
        assertThat(pace.silence(START.plusSeconds(130))).isPresent();
    }
}
