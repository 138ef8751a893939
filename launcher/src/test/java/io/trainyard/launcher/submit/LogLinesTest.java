package io.trainyard.launcher.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Lines of a log that arrives in parts (LOCAL-136)")
final class LogLinesTest {
    private static final String TIME = "2026-01-02T03:04:05.5Z";

    private final LogLines lines = new LogLines();

    @Test
    @DisplayName("a progress bar is its last state, with its time, and takes no more room the longer it is drawn")
    void aProgressBar() {
        List<LogLines.Line> found = new ArrayList<>(lines.add(Buffer.buffer(TIME + " begin\n" + TIME + " ")));
        Buffer state = Buffer.buffer("\r 50%|" + "#".repeat(1000));
        for (int i = 0; i < 2_000; i++) {
            found.addAll(lines.add(state));
        }
        found.addAll(lines.add(Buffer.buffer("\r100%\r\n")));

        assertThat(found).extracting(LogLines.Line::text).containsExactly("begin", "100%");
        assertThat(found).allSatisfy(line -> assertThat(line.time()).contains(Instant.parse(TIME)));
        assertThat(lines.end()).isEmpty();
    }

    @Test
    @DisplayName("what a node says instead of a log has no time, and stands as a whole")
    void noLog() {
        assertThat(lines.add(Buffer.buffer("no such log\n" + TIME + " \n")))
                .containsExactly(
                        new LogLines.Line(Optional.empty(), "no such log"),
                        new LogLines.Line(Optional.of(Instant.parse(TIME)), ""));
    }

    @Test
    @DisplayName("of a line that never ends the beginning is shown, and how much more there is")
    void aLineWithoutEnd() {
        lines.add(Buffer.buffer(TIME + " "));
        for (int i = 0; i < 1_000; i++) {
            assertThat(lines.add(Buffer.buffer("x".repeat(1_000)))).isEmpty();
        }

        assertThat(lines.end()).singleElement().satisfies(line -> assertThat(line.text())
                .hasSizeBetween(64_000, 70_000)
                .startsWith("xxx")
                .matches("x+ … \\d+ bytes more"));
    }
}
