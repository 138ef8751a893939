package io.trainyard.foundation.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class Rfc3339Test {
    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04:05Z, 2026-01-02T03:04:05Z",
        "2026-01-02T03:04:05.123456Z, 2026-01-02T03:04:05.123456Z",
        "2026-01-02T05:04:05+02:00, 2026-01-02T03:04:05Z"
    })
    void timesAreRead(String text, String instant) {
        assertThat(Rfc3339.parse(text)).contains(Instant.parse(instant));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2026-01-02", "2026-13-02T03:04:05Z"})
    void whatIsNoTimeIsEmpty(String text) {
        assertThat(Rfc3339.parse(text)).isEmpty();
    }

    @Test
    void nullIsEmpty() {
        assertThat(Rfc3339.parse(null)).isEmpty();
    }
}
