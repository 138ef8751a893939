package io.trainyard.launcher.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whether a terminal draws again what stands there (LOCAL-212, LOCAL-283)")
final class EnvironmentTest {
    @Test
    void terminalsDo() {
        assertThat(Environment.draws(Map.of("TERM", "xterm-256color", "CLICOLOR", "1")))
                .isTrue();
        assertThat(Environment.draws(Map.of("TERM", "xterm-color"))).isTrue();
        assertThat(Environment.draws(Map.of("TERM", "dumb"))).isFalse();
        assertThat(Environment.draws(Map.of())).isFalse();
    }

    @Test
    @DisplayName("a cell of a notebook does not, although its commands have a terminal (LOCAL-283)")
    void notebooksDoNot() {
        assertThat(Environment.draws(Map.of(
                        "TERM",
                        "xterm-color",
                        "CLICOLOR",
                        "1",
                        "FORCE_COLOR",
                        "1",
                        "PAGER",
                        "cat",
                        "GIT_PAGER",
                        "cat")))
                .isFalse();
    }
}
