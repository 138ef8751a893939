package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.local.kubelet.process.HostIdentity;
import io.trainyard.local.kubelet.process.ProcessStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("LOCAL-143: a run that wrote more than is read at once, and has ended")
final class AttachCommandTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
    private static final String OUTPUT = "a line of the output\n".repeat(200_000);

    @TempDir
    private Path folder;

    private RunFolder run;

    @BeforeEach
    void hasEnded() throws IOException {
        run = StateFolder.at(folder).newRun(Clock.fixed(START, ZoneOffset.UTC), "mnist");
        run.write(new RunStatus(
                List.of("mnist"),
                RunStatus.Phase.STOPPED,
                START,
                Optional.of(START.plusSeconds(7)),
                Optional.of(130),
                new ProcessIdentity(1L << 40, new ProcessStart(Optional.of(START), ""), HostIdentity.UNKNOWN),
                "",
                ""));
        Files.writeString(run.output(), OUTPUT + "stopped");
        Path logs = Files.createDirectories(run.pods().resolve("mnist-node-0-0-abcde/logs"));
        Files.writeString(logs.resolve("node.log"), OUTPUT + "Killed");
    }

    private CommandRun types(String... words) {
        return CommandRun.of(new RecordingServices(), words);
    }

    @Test
    @DisplayName("attach prints all of it, and ends as the run did")
    void attach() {
        CommandRun seen = types("attach", "--state", folder.toString(), run.id());

        assertThat(seen.code()).as(seen.err()).isEqualTo(130);
        assertThat(seen.out().equals(OUTPUT + "stopped" + System.lineSeparator()))
                .as("all is printed")
                .isTrue();
    }

    @Test
    @DisplayName("logs -f prints all of it")
    void logs() {
        CommandRun seen = types("logs", "-f", "--state", folder.toString(), run.id(), "mnist-node-0-0-abcde");

        assertThat(seen.code()).as(seen.err()).isZero();
        assertThat(seen.out().equals(OUTPUT + "Killed" + System.lineSeparator()))
                .as("all is printed")
                .isTrue();
    }

    @Test
    @DisplayName("logs prints all of it, and --tail only the end")
    void logsWithoutFollowing() {
        CommandRun seen = types("logs", "--state", folder.toString(), run.id(), "mnist-node-0-0-abcde");

        assertThat(seen.code()).as(seen.err()).isZero();
        assertThat(seen.out().equals(OUTPUT + "Killed" + System.lineSeparator()))
                .as("all is printed")
                .isTrue();
        assertThat(types("logs", "--tail", "2", "--state", folder.toString(), run.id(), "mnist-node-0-0-abcde")
                        .out())
                .isEqualTo("a line of the output\nKilled\n");
    }
}
