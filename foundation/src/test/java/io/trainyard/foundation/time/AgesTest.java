package io.trainyard.foundation.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AgesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "119, 119s",
        "120, 2m",
        "330, 5m30s",
        "600, 10m",
        "10799, 179m",
        "10800, 3h",
        "12600, 3h30m",
        "28800, 8h",
        "172800, 2d",
        "190800, 2d5h",
        "691200, 8d",
        "-5, 0s"
    })
    void spansAreRoundedTheMoreTheLongerTheyAre(long seconds, String text) {
        assertThat(Ages.of(Duration.ofSeconds(seconds))).isEqualTo(text);
    }

    @Test
    void whatIsNoTimeHasNoAge() {
        assertThat(Ages.since("yesterday", Instant.EPOCH)).isEqualTo("<unknown>");
    }
}
