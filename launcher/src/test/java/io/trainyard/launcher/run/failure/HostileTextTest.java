package io.trainyard.launcher.run.failure;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.trainyard.launcher.cli.process.TerminalText;
import io.trainyard.launcher.run.output.RankMark;
import io.trainyard.launcher.run.progress.ProgressPattern;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs write what they like, and keep nobody waiting by it. */
final class HostileTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "eyJ-",
                "a a a ",
                "((((",
                "://",
                "1",
                "1.",
                "12%",
                "[a",
                "[1] ",
                "step ",
                "Traceback (most recent call last):",
                "Root Cause (first observed failure): ",
                "rank : 1 (local_rank ",
                "\u001b[",
                "\u001b]",
                "\u009b",
                " ",
                "\r"
            })
    @DisplayName("a line of a megabyte is read within seconds, whatever it repeats (LOCAL-121)")
    void aLongLineKeepsNobodyWaiting(String unit) {
        String line = unit.repeat(1_000_000 / unit.length());
        List<String> lines = List.of("Traceback (most recent call last):", "ValueError: " + line, line, "[" + line);

        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            TerminalText.plain(line);
            TerminalText.colored(line);
            RankMark.of("[" + line);
            ProgressPattern.DEFAULT.percentage(line);
            RootCause.of(List.of(new RootCause.PodOutput("pod", "node-0-0", lines)))
                    .ifPresent(RootCause::rank);
        });
    }
}
