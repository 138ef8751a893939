package io.trainyard.launcher.run.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.trainyard.local.kubelet.process.HostIdentity;
import io.trainyard.local.kubelet.process.ProcessStart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
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

        assertThat(new ProcessIdentity(self.pid(), new ProcessStart(Optional.empty(), ""), self.host()).isAlive())
                .isFalse();
        assertThat(new ProcessIdentity(self.pid(), new ProcessStart(earlier(self), ""), self.host()).isAlive())
                .isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @DisplayName(
            "a wall clock that is set makes no other process of it: the system tells another time of its start then (LOCAL-81)")
    void aClockThatIsSetChangesNobody() {
        ProcessIdentity self = ProcessIdentity.ofThisProcess();
        ProcessIdentity before = new ProcessIdentity(
                self.pid(), new ProcessStart(earlier(self), self.start().ticks()), self.host());
        ProcessIdentity another =
                new ProcessIdentity(self.pid(), new ProcessStart(self.start().time(), "1"), self.host());

        assertThat(ProcessIdentity.of(before.toTree())).isEqualTo(before);
        assertThat(before.isAlive()).isTrue();
        assertThat(another.isAlive()).isFalse();
    }

    private static Optional<Instant> earlier(ProcessIdentity process) {
        return process.start().time().map(start -> start.minusSeconds(60));
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
                    child, ProcessStart.of(ProcessHandle.of(child).orElseThrow()), HostIdentity.current());

            await().atMost(ONE_MINUTE).until(() -> !identity.isAlive());
            assertThat(ProcessHandle.of(child)).as("nobody has asked").isNotEqualTo(Optional.empty());
        } finally {
            parent.destroyForcibly();
        }
    }
}
