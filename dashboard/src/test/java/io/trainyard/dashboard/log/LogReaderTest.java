package io.trainyard.dashboard.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("LogReader (OPS-72: logs)")
final class LogReaderTest {
    @Test
    void aLineHasItsTimeItsColoursAndHowSeriousItLooks() {
        List<LogLine> lines = new LogReader(3)
                .add(Buffer.buffer(
                        "2026-01-02T03:04:05.678901234Z \u001b[31mRuntimeError: CUDA out of memory\u001b[0m\n"));

        assertThat(lines)
                .containsExactly(new LogLine(
                        3,
                        Optional.of(Instant.parse("2026-01-02T03:04:05.678901234Z")),
                        "error",
                        List.of("RuntimeError: CUDA out of memory", "f1"),
                        0));
    }

    @Test
    void aLineWithoutATimeIsShownWhole() {
        for (String line : List.of("no time here", "2026-13-99T99:99:99Z x", "2026 T", "", "----------T---------Z x")) {
            LogLine read = new LogReader(0).add(Buffer.buffer(line + "\n")).get(0);

            assertThat(read.at()).isEmpty();
            assertThat(String.join("", read.text())).isEqualTo(line);
        }
    }

    @Test
    void tokensThatAProgramPrintsAreMasked() {
        LogLine line = new LogReader(0)
                .add(Buffer.buffer("login with hf_" + "a".repeat(34) + "\n"))
                .get(0);

        assertThat(line.text().get(0)).isEqualTo("login with ••••••");
    }

    @ParameterizedTest
    @CsvSource({
        "'ValueError: x', error",
        "'Traceback (most recent call last):', error",
        "'[rank0] ERROR something', error",
        "'Segmentation fault (core dumped)', error",
        "'UserWarning: old', warning",
        "'WARN slow', warning",
        "'0 errors', none",
        "'error_rate: 0.1', none",
        "'step 1 loss 0.5', none",
        "'mirror terror', none",
    })
    void whatLooksLikeAnErrorIsOne(String line, String severity) {
        assertThat(Severity.of(line)).hasToString(severity);
    }

    @ParameterizedTest
    @ValueSource(strings = {"eyJ-", "eyJ-\n", "a a a ", "((((", "://", "\u001b[", "\u001b[1m", "error: 0", "\r"})
    void aHostileLogOfAMegabyteCostsLittle(String unit) {
        LogReader reader = new LogReader(0);
        Buffer log = Buffer.buffer(unit.repeat(1_000_000 / unit.length()));

        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            reader.add(log);
            reader.end();
        });
    }
}
