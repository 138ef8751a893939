package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.StateFolder;
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

@DisplayName("LOCAL-135: the command logs")
final class LogsCommandTest {
    private static final int LINES = 200_000;

    @TempDir
    private Path folder;

    private Path log;

    @BeforeEach
    void aLongLog() throws IOException {
        Instant start = Instant.parse("2026-01-02T03:04:05Z");
        RunFolder run = StateFolder.at(folder).newRun(Clock.fixed(start, ZoneOffset.UTC), "mnist");
        run.write(new RunStatus(
                List.of("mnist"),
                RunStatus.Phase.COMPLETE,
                start,
                Optional.of(start.plusSeconds(7)),
                Optional.of(0),
                ProcessIdentity.ofThisProcess(),
                "",
                ""));
        Path logs = Files.createDirectories(run.pods().resolve("mnist-node-0-0-abcde/logs"));
        log = Files.writeString(logs.resolve("node.log"), "step of training\n".repeat(LINES) + "done\n");
    }

    private List<String> logs(String... more) {
        CommandRun seen = CommandRun.of(
                new RecordingServices(),
                java.util.stream.Stream.concat(
                                java.util.stream.Stream.of("logs", "mnist", "--state", folder.toString()),
                                java.util.stream.Stream.of(more))
                        .toArray(String[]::new));
        assertThat(seen.code()).as(seen.err()).isZero();
        return seen.out().lines().toList();
    }

    @Test
    @DisplayName("shows a log from its first line on, however long it is")
    void allOfALog() {
        assertThat(logs()).hasSize(LINES + 1).startsWith("step of training").endsWith("done");
    }

    @Test
    @DisplayName("--tail shows as many lines as it says")
    void theLastLines() throws IOException {
        assertThat(logs("--tail", "150000")).hasSize(150_000).startsWith("step of training");
        assertThat(logs("--tail", "2")).containsExactly("step of training", "done");
        assertThat(logs("--tail", "0")).isEmpty();

        Files.writeString(log, "one\ntwo\nthr");
        assertThat(logs("--tail", "2")).containsExactly("two", "thr");
        assertThat(logs("--tail", "9")).containsExactly("one", "two", "thr");
    }
}
