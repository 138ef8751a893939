package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.local.kubelet.process.HostIdentity;
import io.trainyard.local.kubelet.process.ProcessStart;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LOCAL-105: a state folder that several machines see. */
final class SharedHomeTest {
    @TempDir
    private Path folder;

    private RunFolder remote;

    @BeforeEach
    void aRunOfAnotherMachine() {
        remote = StateFolder.at(folder).newRun(Clock.systemUTC(), "mnist");
        remote.write(new RunStatus(
                List.of("mnist"),
                RunStatus.Phase.RUNNING,
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                new ProcessIdentity(
                        1L << 40,
                        new ProcessStart(Optional.of(Instant.EPOCH), ""),
                        new HostIdentity("other-machine", "m", "b")),
                "",
                ""));
    }

    private CommandRun run(String... args) {
        return CommandRun.of(new RecordingServices(), args);
    }

    @Test
    void cleanKeepsWhatMayRunOnAnotherMachine() {
        CommandRun run = run("clean", "--state", folder.toString());

        assertThat(run.code()).isZero();
        assertThat(run.err()).contains(remote.id() + " was started on other-machine and is kept");
        assertThat(remote.root()).isDirectory();
    }

    @Test
    void stopNamesTheMachine() {
        assertThat(run("stop", "--state", folder.toString(), remote.id()).err())
                .contains("was started on other-machine; stop it there");
    }
}
