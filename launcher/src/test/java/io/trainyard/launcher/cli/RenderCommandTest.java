package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.config.TrainyardSettings;
import io.trainyard.foundation.field.Validation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RenderCommandTest {
    private static final String JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: a}
            spec:
              runtimeRef: {name: r}
              trainer:
                numNodes: 2
            """;

    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: r}
            spec: {}
            """;

    @TempDir
    private Path folder;

    private final RecordingServices services = new RecordingServices();

    @Test
    void everyTrainJobIsRenderedWhateverTheOrderOfFiles() throws IOException {
        CommandRun run = render(
                file("job.yaml", JOB + "---\n" + JOB.replace("name: a", "name: b")), file("runtime.yaml", RUNTIME));

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .isEqualTo(
                        """
                        apiVersion: v1
                        kind: ConfigMap
                        metadata:
                          name: a
                          namespace: default
                        data:
                          runtime: ClusterTrainingRuntime r
                        ---
                        apiVersion: v1
                        kind: ConfigMap
                        metadata:
                          name: b
                          namespace: default
                        data:
                          runtime: ClusterTrainingRuntime r
                        """);
        assertThat(services.closed).isTrue();
    }

    @Test
    void inputMayComeFromAPipeOrAFolder() throws IOException {
        file("runtimes/r.yaml", RUNTIME);
        file("runtimes/notes.txt", "not: [yaml");

        CommandRun run = CommandRun.of(
                services,
                JOB,
                Map.of(),
                Optional.empty(),
                "render",
                "-",
                folder.resolve("runtimes").toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("name: a");
    }

    @Test
    void theNamespaceOfObjectsThatNameNoneCanBeChosen() throws IOException {
        assertThat(render("-n", "team-a", file("all.yaml", JOB + "---\n" + RUNTIME))
                        .out())
                .contains("namespace: team-a");
    }

    @Test
    @DisplayName("VAL-23: an unknown runtime, with those that are known")
    void aRuntimeThatIsNotThereIsReportedWithThoseThatAre() throws IOException {
        String job = file("job.yaml", JOB.replace("{name: r}", "{name: rr}"));

        assertThat(render(job, file("runtime.yaml", RUNTIME)))
                .isEqualTo(
                        new CommandRun(
                                2,
                                "",
                                job
                                        + ":5:16: TrainJob default/a: spec.runtimeRef.name: Invalid value: \"rr\": runtime \"rr\" does not exist; did you mean \"r\"? there are: r\n"));
    }

    @Test
    void runtimesOfTheDistributionAreFallenBackOn() throws IOException {
        file("home/runtimes/r.yaml", RUNTIME.replace("spec: {}", "spec: {mlPolicy: {numNodes: 7}}"));
        String job = file("job.yaml", JOB);

        assertThat(CommandRun.of(services, "", Map.of(), Optional.of(folder.resolve("home")), "render", job)
                        .code())
                .isZero();
        assertThat(render("--runtimes", folder.resolve("home/runtimes").toString(), job)
                        .code())
                .isZero();
        assertThat(render(job).err()).contains("runtime \"r\" does not exist; none is here: name a file with it, too");
    }

    @Test
    void everythingThatIsWrongIsReportedWithFileLineAndField() throws IOException {
        String job = file("job.yaml", JOB.replace("numNodes: 2", "numNode: 2"));
        String broken = file("broken.yaml", "a: [\n");

        CommandRun run = render(job, broken, folder.resolve("none.yaml").toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .containsExactly(
                        job + ":7:5: spec.trainer.numNode: unknown field; did you mean \"numNodes\"?",
                        broken
                                + ":2:1: not valid YAML: expected the node content, but found '<stream end>' (while parsing a flow node)",
                        folder.resolve("none.yaml") + ": no such file");
    }

    @Test
    @DisplayName("API-03: older names, with a note")
    void notesGoToStandardError() throws IOException {
        String job = file(
                "job.yaml", JOB.replace("trainer.kubeflow.org", "kubeflow.org").replace("v1alpha1", "v2alpha1"));

        CommandRun run = render(job, file("runtime.yaml", RUNTIME));

        assertThat(run.code()).isZero();
        assertThat(run.err())
                .isEqualTo(
                        "note: " + job
                                + ":1:1: apiVersion: kubeflow.org/v2alpha1 is an older name, read as trainer.kubeflow.org/v1alpha1\n");
    }

    @Test
    void findingsOfPluginsAreLocatedInTheFile() throws IOException {
        String job = file("job.yaml", JOB);
        services.findings = new Validation(
                List.of(
                        RecordingServices.error("spec.trainer.numNodes"),
                        RecordingServices.error("spec.trainer.image")),
                List.of("look out"));

        CommandRun run = render(job, file("runtime.yaml", RUNTIME));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .containsExactly(
                        "warning: " + job + ":1:1: TrainJob default/a: look out",
                        job
                                + ":7:5: TrainJob default/a: spec.trainer.numNodes: Invalid value: \"x\": must be something else",
                        job
                                + ":6:3: TrainJob default/a: spec.trainer.image: Invalid value: \"x\": must be something else");
    }

    @Test
    @DisplayName("a check ends with 1 if it refuses a document, else with 0")
    void aCheckTellsByItsExitCode() throws IOException {
        String job = file("job.yaml", JOB);
        String runtime = file("runtime.yaml", RUNTIME);

        assertThat(render("--check", job, runtime).code()).isZero();
        services.findings = new Validation(List.of(RecordingServices.error("spec.trainer.image")), List.of());
        assertThat(render("--check", job, runtime).code()).isEqualTo(1);
    }

    @Test
    void inputWithoutTrainJobIsRefused() throws IOException {
        String runtime = file("runtime.yaml", RUNTIME);

        assertThat(render(runtime)).isEqualTo(new CommandRun(2, "", "there is no TrainJob in " + runtime + "\n"));
    }

    @Test
    void otherObjectsAreWhatPluginsSeeOfTheCluster() throws IOException {
        render(file(
                "all.yaml",
                JOB + "---\n" + RUNTIME + "---\napiVersion: v1\nkind: LimitRange\nmetadata: {name: limits}\n"));

        assertThat(services.limitRangesSeen("default")).containsExactly("limits");
        assertThat(services.limitRangesSeen("other")).isEmpty();
    }

    @Test
    void pluginsComeFromTheFlagElseTheConfigurationElseTheDistribution() throws IOException {
        String all = file("all.yaml", JOB + "---\n" + RUNTIME);
        Path home = Files.createDirectories(folder.resolve("home/plugins")).getParent();
        Path flag = Files.createDirectories(folder.resolve("flag"));
        Path configured = Files.createDirectories(folder.resolve("configured"));
        String config = file(
                "config.yaml",
                "apiVersion: config.trainer.kubeflow.org/v1alpha1\nkind: Configuration\ntrainyard: {plugins: {directory: "
                        + configured + ", configuration: {torch: {a: 1}}}}\n");

        CommandRun.of(services, "", Map.of(), Optional.of(home), "render", all);
        assertThat(services.setup.plugins().directory()).contains(home.resolve("plugins"));
        CommandRun.of(services, "", Map.of(), Optional.of(home), "render", all, "--config", config);
        assertThat(services.setup.plugins().directory()).contains(configured);
        assertThat(services.setup.plugins().settings().configuration()).isEqualTo(Map.of("torch", Map.of("a", 1)));
        assertThat(services.setup.plugins().settings().startTimeout())
                .isEqualTo(TrainyardSettings.Plugins.START_TIMEOUT);
        render(all, "--config", config, "--plugins-dir", flag.toString());
        assertThat(services.setup.plugins().directory()).contains(flag);
        assertThat(render(all, "--plugins-dir", all).err()).isEqualTo("--plugins-dir: " + all + " is not a folder\n");
        assertThat(render(all, "--config", all).code()).isEqualTo(2);
    }

    @Test
    void aFaultIsNoMistakeOfTheUser() throws IOException {
        String all = file("all.yaml", JOB + "---\n" + RUNTIME);
        services.fault = new IllegalStateException("broken plugin");

        CommandRun quiet = render(all);
        assertThat(quiet.code()).isEqualTo(3);
        assertThat(quiet.err())
                .startsWith("trainyard render: internal error: java.lang.IllegalStateException: broken plugin\n")
                .doesNotContain("\tat ");
        assertThat(CommandRun.of(services, "", Map.of("TRAINYARD_DEBUG", "1"), Optional.empty(), "render", all)
                        .err())
                .contains("\tat io.trainyard");
    }

    @Test
    @DisplayName("messages about a file from somewhere hold none of its codes for terminals (LOCAL-252)")
    void aFileWritesNothingToTheTerminal() throws IOException {
        CommandRun run = render(file("job.yaml", JOB + "  \"a\\e[2J\\e]0;title\\aunknown\": 1\n"));

        assertThat(run.err()).contains("aunknown").doesNotContain("\u001b", "\u0007", "title");
    }

    private CommandRun render(String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "render";
        System.arraycopy(args, 0, all, 1, args.length);
        return CommandRun.of(services, all);
    }

    private String file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text).toString();
    }
}
