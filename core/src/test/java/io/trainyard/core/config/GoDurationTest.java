package io.trainyard.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("CFG-22: durations")
final class GoDurationTest {
    @ParameterizedTest
    @CsvSource({
        "15s, PT15S",
        "1m30s, PT1M30S",
        "1.5h, PT1H30M",
        "0, PT0S",
        "-0, PT0S",
        "0s, PT0S",
        "100ms, PT0.1S",
        "1us, PT0.000001S",
        "1\u00b5s, PT0.000001S",
        "1\u03bcs, PT0.000001S",
        "5ns, PT0.000000005S",
        "-2m, PT-2M",
        "+1h, PT1H",
        ".5s, PT0.5S",
        "1.s, PT1S",
        "1h1h, PT2H",
        "0.5ns, PT0S"
    })
    void whatGoReadsIsRead(String text, Duration duration) {
        assertThat(GoDuration.parse(text)).contains(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "15",
                "s",
                "1.5",
                "1d",
                "1 s",
                "1s ",
                "--1s",
                "1..5s",
                ".s",
                "1s2",
                "9223372037s",
                "PT1S",
                "1S",
                "+",
                "-"
            })
    void whatGoRefusesIsRefused(String text) {
        assertThat(GoDuration.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PT1H30M, 1h30m0s",
        "PT15S, 15s",
        "PT1.5S, 1.5s",
        "PT0.1S, 100ms",
        "PT0S, 0s",
        "PT-90S, -1m30s",
        "PT0.0000015S, 1.5\u00b5s",
        "PT0.000000007S, 7ns"
    })
    void durationsAreWrittenAsGoDoes(Duration duration, String text) {
        assertThat(GoDuration.format(duration)).isEqualTo(text);
    }

    @Property(seed = "20260101")
    void whatIsWrittenReadsBackEqual(@ForAll long nanoseconds) {
        Duration duration = Duration.ofNanos(Math.max(nanoseconds, -Long.MAX_VALUE));

        assertThat(GoDuration.parse(GoDuration.format(duration))).contains(duration);
    }
}
