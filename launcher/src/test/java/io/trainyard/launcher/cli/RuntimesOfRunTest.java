package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.cli.process.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which runtimes a run gets out of the catalogue (LOCAL-267). */
final class RuntimesOfRunTest {
    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: %s}
            spec: {template: {spec: {replicatedJobs: []}}}
            """;
    private static final String JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: %s}
            spec:
              runtimeRef: {name: %s}
            """;

    @TempDir
    private Path folder;

    private final RecordingServices services = new RecordingServices();
    private Path runtimes;

    @BeforeEach
    void writeCatalogue() throws IOException {
        runtimes = Files.createDirectory(folder.resolve("runtimes"));
        Files.writeString(runtimes.resolve("one.yaml"), RUNTIME.formatted("one"));
        Files.writeString(
                runtimes.resolve("more.yaml"), RUNTIME.formatted("two") + "---\n" + RUNTIME.formatted("three"));
    }

    @Test
    @DisplayName("those that a TrainJob names, each once, and no others")
    void namedRuntimesAreTaken() throws IOException {
        CommandRun run = run(JOB.formatted("a", "one") + "---\n" + JOB.formatted("b", "three") + "---\n"
                + JOB.formatted("c", "one"));

        assertThat(run).isEqualTo(new CommandRun(0, "", ""));
        assertThat(names()).containsExactly("one", "three");
    }

    @Test
    @DisplayName("those of the files themselves come first, also those that no TrainJob names")
    void runtimesOfTheFilesAreAllTaken() throws IOException {
        run(JOB.formatted("a", "one") + "---\n" + JOB.formatted("b", "two") + "---\n" + RUNTIME.formatted("one")
                + "---\n" + RUNTIME.formatted("spare"));

        assertThat(names()).containsExactly("one", "spare", "two");
    }

    @Test
    @DisplayName(
            "a file of the catalogue in which none of them stands is not looked at, so a mistake there stops nobody")
    void otherFilesMayHoldMistakes() throws IOException {
        Files.writeString(runtimes.resolve("broken.yaml"), "kind: [");

        assertThat(run(JOB.formatted("a", "two")).code()).isZero();
        assertThat(names()).containsExactly("two");
    }

    @Test
    @DisplayName("one whose name is written with escapes is found, too")
    void escapedNamesAreFound() throws IOException {
        Files.writeString(runtimes.resolve("escaped.yaml"), RUNTIME.formatted("\"f\\x6fur\""));

        assertThat(run(JOB.formatted("a", "four")).code()).isZero();
        assertThat(names()).containsExactly("four");
    }

    @Test
    @DisplayName("an unknown one is answered with the whole catalogue")
    void unknownRuntimesAreAnsweredWithAll() throws IOException {
        CommandRun run = run(JOB.formatted("a", "thre"));

        assertThat(run.code()).isEqualTo(ExitCodes.FAILED);
        assertThat(run.err()).contains("did you mean \"three\"?").contains("there are: two, three, one");
    }

    @Test
    @DisplayName("a folder that is not there is told by its name")
    void missingFoldersAreTold() throws IOException {
        Path job = Files.writeString(folder.resolve("job.yaml"), JOB.formatted("a", "one"));

        CommandRun run = CommandRun.of(
                services,
                "run",
                job.toString(),
                "--runtimes",
                folder.resolve("nowhere").toString());

        assertThat(run.code()).isEqualTo(ExitCodes.WRONG_INPUT);
        assertThat(run.err()).contains(folder.resolve("nowhere") + ": no such file");
    }

    private CommandRun run(String yaml) throws IOException {
        Path job = Files.writeString(folder.resolve("job.yaml"), yaml);
        return CommandRun.of(services, "run", job.toString(), "--runtimes", runtimes.toString());
    }

    private List<String> names() {
        return Optional.ofNullable(services.localRequest).orElseThrow().runtimes().stream()
                .map(runtime -> runtime.getMetadata().getName())
                .toList();
    }
}
