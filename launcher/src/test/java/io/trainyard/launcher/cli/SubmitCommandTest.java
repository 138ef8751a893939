package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.cluster.Cluster;
import io.trainyard.launcher.cli.launch.JobSubmitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command {@code submit} makes of its arguments. */
@DisplayName("From a command line to a cluster (LOCAL-194)")
final class SubmitCommandTest {
    private static final String SCRIPT = "src/test/resources/launch/plain_train.py";

    @TempDir
    private Path folder;

    private final RecordingServices services = new RecordingServices();
    private Path job;

    @BeforeEach
    void write() throws IOException {
        job = Files.writeString(
                folder.resolve("job.yaml"),
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: mine, namespace: team}
                spec: {runtimeRef: {name: plain-distributed}, trainer: {command: [python3, train.py]}}
                """);
        Files.writeString(folder.resolve("train.py"), "print()\n");
        Files.writeString(folder.resolve(".env"), "TOKEN=x\n");
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(services, arguments);
    }

    private JobSubmitter.Request request() {
        return Optional.ofNullable(services.submitted).orElseThrow();
    }

    @Test
    @DisplayName("a command line goes with the code of a folder, under a name of its own")
    void aCommandLine() {
        CommandRun run = run(
                "submit",
                "--nodes",
                "2",
                "--code",
                "src/test/resources/launch",
                "--context",
                "work",
                "-n",
                "team",
                "--",
                "python3",
                SCRIPT,
                "-x");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err())
                .contains("runtime plain-distributed, since nothing that " + SCRIPT + " imports is a framework")
                .containsPattern("code: \\d+ files, \\d+.\\d KiB when packed");
        assertThat(run.out()).containsPattern("created TrainJob team/plain-train-\\d{4}-\\d{6}\ntrainyard why ");
        assertThat(request().cluster())
                .isEqualTo(new Cluster(Optional.empty(), Optional.of("work"), Optional.of("team")));
        assertThat(Tree.list(request().trainJob(), "spec", "trainer", "command"))
                .isEqualTo(List.of("python3", SCRIPT, "-x"));
        assertThat(request().folder()).isEmpty();
        run("submit", "--code", "..", "--code-claim", "code", "--name", "x", "--", "python3", SCRIPT);
        assertThat(request().code()).isEqualTo(new JobSubmitter.OnClaim("code"));
        assertThat(Tree.text(request().trainJob(), "metadata", "name")).isEqualTo("x");
    }

    @Test
    @DisplayName("a TrainJob that was written goes with the code beside it; secrets that stay behind are named")
    void aFile() throws IOException {
        CommandRun run = run("submit", job.toString(), "--watch");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err())
                .contains(
                        "left out, since their names tell of secrets: .env; --include NAME takes one along",
                        "code: 2 files");
        assertThat(run.out()).isEqualTo("created TrainJob team/mine\nmine-node-0-0 | hello\n");
        assertThat(run("submit", "--include", ".env", job.toString()).err())
                .contains("code: 3 files")
                .doesNotContain("left out");
        assertThat(run("submit", "-n", "other", job.toString()).out()).contains("created TrainJob other/mine");
        services.exitCode = 1;
        assertThat(run("submit", "--watch", job.toString()).code()).isEqualTo(1);
        services.exitCode = 130;
        assertThat(run("submit", "--watch", job.toString()).out()).contains("the TrainJob goes on");
    }

    @Test
    @DisplayName(
            "with --upload the code goes onto the claim, in a folder that is called alike for the same code (LOCAL-201)")
    void ontoAClaim() {
        CommandRun run = run(
                "submit",
                "--code",
                folder.toString(),
                "--code-claim",
                "code",
                "--upload",
                "--upload-image",
                "busybox",
                "--",
                "python3",
                "train.py");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("code: 2 files");
        JobSubmitter.ToClaim upload = (JobSubmitter.ToClaim) request().code();
        assertThat(upload.claim()).isEqualTo("code");
        assertThat(upload.image()).contains("busybox");
        assertThat(upload.startTimeout()).isEqualTo(Duration.ofMinutes(10));
        assertThat(upload.folder()).matches("trainyard/train-[0-9a-f]{12}");
        assertThat(upload.archive().file()).as("the packed code is temporary").doesNotExist();

        run("submit", job.toString(), "--code-claim", "code", "--upload");
        assertThat(((JobSubmitter.ToClaim) request().code()).folder()).matches("trainyard/mine-[0-9a-f]{12}");
    }

    @Test
    @DisplayName("--upload without a claim, and an image without --upload, are told (LOCAL-201)")
    void uploadsNeedAClaim() {
        assertThat(run("submit", "--upload", job.toString()).err())
                .contains("--upload: say where to, with --code-claim NAME");
        assertThat(run("submit", "--upload-image", "busybox", job.toString()).err())
                .contains("--upload-image: only together with --upload");
    }

    @Test
    @DisplayName("what cannot go is named")
    void whatIsWrongIsNamed() throws IOException {
        assertThat(run("submit").err()).contains("name what to start");
        assertThat(run("submit", "python", "x.py").err()).contains("put -- before the command");
        assertThat(run("submit", "--code", "nowhere", "--", "x").err()).contains("--code: nowhere is not a folder");
        Files.writeString(job, Files.readString(job).replace("command", "comand"));
        assertThat(run("submit", job.toString()).err()).contains("did you mean \"command\"?");
        Files.writeString(job, Files.readString(job).replace("comand: [python3, train.py]", "args: [x]"));
        assertThat(run("submit", job.toString()).err()).contains("spec.trainer.command: required");
        Files.createSymbolicLink(folder.resolve("out"), Path.of("/etc/passwd"));
        assertThat(run("submit", "--code", folder.toString(), "--", "x").err()).contains("leads out of the folder");
    }

    @Test
    @DisplayName("options about the TrainJob are refused beside a file, which says the same things")
    void optionsBesideAFile() {
        for (List<String> option : List.of(
                List.of("--nodes", "4"), List.of("--gpus", "8"), List.of("--env", "A=1"), List.of("--name", "other"))) {
            CommandRun run = run("submit", option.get(0), option.get(1), job.toString());

            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).isEqualTo(option.get(0) + ": not possible with a file; write it into " + job + "\n");
        }
        assertThat(services.submitted).isNull();
    }
}
