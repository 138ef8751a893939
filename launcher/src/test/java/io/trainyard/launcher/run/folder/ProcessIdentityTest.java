package io.trainyard.launcher.run.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.trainyard.local.kubelet.process.HostIdentity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisplayName("Which process holds a run or a service (LOCAL-150)")
final class ProcessIdentityTest {
    @Test
    void thisProcessRuns() {
        assertThat(ProcessIdentity.ofThisProcess().isAlive()).isTrue();
    }

    @Test
    @DisplayName("a number alone is nobody: without a start it may be that of anybody")
    void aNumberAloneIsNobody() {
        ProcessIdentity self = ProcessIdentity.ofThisProcess();

        assertThat(new ProcessIdentity(self.pid(), Optional.empty(), self.host()).isAlive())
                .isFalse();
        assertThat(new ProcessIdentity(self.pid(), self.started().map(start -> start.minusSeconds(60)), self.host())
                        .isAlive())
                .isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @DisplayName("a process that has ended, and whose parent has not asked how, does not run")
    void aZombieDoesNotRun() throws IOException {
        // What comes after exec asks nobody how it ended.
        Process parent = new ProcessBuilder("sh", "-c", "sleep 1 & echo $!; exec sleep 60").start();
        try (var said = parent.inputReader(StandardCharsets.UTF_8)) {
            long child = Long.parseLong(said.readLine().strip());
            ProcessIdentity identity = new ProcessIdentity(
                    child,
                    ProcessHandle.of(child).flatMap(process -> process.info().startInstant()),
                    HostIdentity.current());

            await().atMost(ONE_MINUTE).until(() -> !identity.isAlive());
            assertThat(ProcessHandle.of(child)).as("nobody has asked").isNotEqualTo(Optional.empty());
        } finally {
            parent.destroyForcibly();
        }
    }
}
