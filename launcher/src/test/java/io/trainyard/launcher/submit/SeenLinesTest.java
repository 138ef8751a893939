package io.trainyard.launcher.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is shown of a log that is read on after its connection has broken (LOCAL-198)")
final class SeenLinesTest {
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00.100Z");

    private final SeenLines seen = new SeenLines();

    private static LogLines.Line line(long millis, String text) {
        return new LogLines.Line(Optional.of(T0.plusMillis(millis)), text);
    }

    private List<String> shown(LogLines.Line... lines) {
        return Stream.of(lines).filter(seen::isNew).map(LogLines.Line::text).toList();
    }

    @Test
    @DisplayName("it is read from the last time on; lines of that time that were seen are left out, others are not")
    void linesOfOneTime() {
        assertThat(seen.begin()).isEmpty();
        assertThat(shown(line(0, "a"), line(5, "b"), line(5, "b"))).containsExactly("a", "b", "b");

        assertThat(seen.begin()).contains(T0.plusMillis(5));
        assertThat(shown(line(0, "a"), line(5, "b"), line(5, "b"), line(5, "b"), line(6, "c")))
                .containsExactly("b", "c");

        assertThat(seen.begin()).contains(T0.plusMillis(6));
        assertThat(shown(line(6, "c"), line(7, "d"))).containsExactly("d");
    }

    @Test
    @DisplayName(
            "a clock that is set back hides no line of a connection that lasts, and what has no time is always shown")
    void oddTimes() {
        assertThat(seen.begin()).isEmpty();
        assertThat(shown(line(5, "a"), line(1, "b"), new LogLines.Line(Optional.empty(), "no time")))
                .containsExactly("a", "b", "no time");

        assertThat(seen.begin()).contains(T0.plusMillis(5));
        assertThat(shown(line(5, "a"), line(1, "b"), line(8, "c")))
                .endsWith("c")
                .doesNotContain("a");
    }
}
