package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("LOCAL-143: the command status")
final class StatusCommandTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    private Path folder;

    private final RecordingServices services = new RecordingServices();

    private RunFolder run(RunStatus.Phase phase, String trainJob, int minute) {
        Instant start = START.plusSeconds(60L * minute);
        RunFolder run = StateFolder.at(folder).newRun(Clock.fixed(start, ZoneOffset.UTC), trainJob);
        run.write(new RunStatus(
                List.of(trainJob),
                phase,
                start,
                phase == RunStatus.Phase.RUNNING ? Optional.empty() : Optional.of(start.plusSeconds(7)),
                Optional.empty(),
                ProcessIdentity.ofThisProcess(),
                "",
                ""));
        Path logs = run.pods().resolve(trainJob + "-node-0-0-abcde/logs");
        try {
            Files.createDirectories(logs);
            Files.writeString(logs.resolve("node.log"), "step of " + trainJob + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return run;
    }

    private CommandRun status(String... names) {
        String[] words = new String[3 + names.length];
        words[0] = "status";
        words[1] = "--state";
        words[2] = folder.toString();
        System.arraycopy(names, 0, words, 3, names.length);
        return CommandRun.of(services, words);
    }

    @Test
    @DisplayName("without a name shows all runs that run, the oldest first, and none that has ended")
    void allThatRun() {
        run(RunStatus.Phase.RUNNING, "bert", 0);
        run(RunStatus.Phase.COMPLETE, "over", 1);
        run(RunStatus.Phase.RUNNING, "mnist", 2);

        CommandRun seen = status();

        assertThat(seen.code()).as(seen.err()).isZero();
        assertThat(seen.out())
                .containsSubsequence("bert  Running", "step of bert", "\n\n", "mnist  Running", "step of mnist")
                .doesNotContain("over");
    }

    @Test
    @DisplayName("without a name shows the newest run where none runs")
    void theNewestOfThoseThatEnded() {
        run(RunStatus.Phase.COMPLETE, "bert", 0);
        run(RunStatus.Phase.FAILED, "mnist", 1);

        CommandRun seen = status();

        assertThat(seen.out())
                .contains("mnist  Failed  7.0s", "mnist-node-0-0-abcde  Ended", "step of mnist")
                .doesNotContain("bert");
    }

    @Test
    @DisplayName("with a name shows that run only")
    void theNamedOne() {
        run(RunStatus.Phase.RUNNING, "bert", 0);
        run(RunStatus.Phase.RUNNING, "mnist", 1);

        assertThat(status("bert").out()).contains("step of bert").doesNotContain("mnist");
    }

    @Test
    @DisplayName("without a name and without runs says so")
    void nothing() {
        CommandRun seen = status();

        assertThat(seen.code()).isEqualTo(2);
        assertThat(seen.err()).contains("there are no runs in " + folder);
    }

    @Test
    @DisplayName("-o json prints an object for each run, a line each, with the fields of ps and the containers")
    void forPrograms() {
        run(RunStatus.Phase.RUNNING, "bert", 0);
        run(RunStatus.Phase.RUNNING, "mnist", 1);

        List<Map<String, Object>> seen =
                status("-o", "json").out().lines().map(Json::parseObject).toList();

        assertThat(seen).extracting(run -> run.get("trainJobs")).containsExactly(List.of("bert"), List.of("mnist"));
        assertThat(seen.get(0)).containsEntry("phase", "Running").containsEntry("started", START.toString());
        assertThat(Tree.objects(seen.get(0), "containers")).singleElement().satisfies(container -> assertThat(container)
                .containsEntry("pod", "bert-node-0-0-abcde")
                .containsEntry("container", "node")
                .containsEntry("state", "Ended")
                .containsEntry("lastLine", "step of bert")
                .doesNotContainKey("memoryBytes"));
    }
}
