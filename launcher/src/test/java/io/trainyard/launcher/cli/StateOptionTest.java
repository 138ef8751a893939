package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StateOptionTest {
    @ParameterizedTest
    @ValueSource(strings = {"run", "clean", "logs", "ps", "up", "down"})
    @DisplayName("an empty name of a state folder is refused by every command (LOCAL-230)")
    void anEmptyNameIsRefused(String command) {
        CommandRun run = CommandRun.of(new RecordingServices(), command, "--state", "");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("'--state'").contains("must name a folder");
    }
}
