package io.trainyard.testcluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordedProcessesIT {

    @TempDir
    private Path folder;

    private Component component;
    private RecordedProcesses recorded;

    @BeforeEach
    void start() {
        component = Component.start("sleeper", List.of("sleep", "60"), Map.of(), folder);
        recorded = new RecordedProcesses(folder.resolve("processes"));
    }

    @AfterEach
    void stop() {
        component.kill();
    }

    @Test
    @DisplayName("RC-5: processes are stopped by the ids that were started")
    void recordedProcessesAreFoundAndKilled() {
        recorded.write(List.of(component));

        assertThat(recorded.running()).containsExactly("sleeper");
        assertThat(recorded.killAll()).containsExactly("sleeper");
        assertThat(component.handle().isAlive()).isFalse();
        assertThat(recorded.running()).isEmpty();
    }

    @Test
    void aProcessThatOnlyHasTheSameIdIsLeftAlone() throws IOException {
        Files.writeString(recorded.file(), "sleeper " + component.handle().pid() + " 12345\n");

        assertThat(recorded.killAll()).isEmpty();
        assertThat(component.handle().isAlive()).isTrue();
    }

    @Test
    void nothingRunsWhereNothingWasRecorded() {
        assertThat(recorded.running()).isEmpty();
    }

    @Test
    void aLineThatCannotBeReadIsShown() throws IOException {
        Files.writeString(recorded.file(), "sleeper one two\n");

        assertThatIllegalStateException().isThrownBy(recorded::running).withMessageContaining("sleeper one two");
    }
}
