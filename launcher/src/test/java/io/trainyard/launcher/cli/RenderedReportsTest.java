package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.launcher.Wiring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code render} shows of progress reports: what the controller would add, and what it says of names that the runtime uses, too. */
@DisplayName("render of jobs that report (PIPE-17, SSRV-60 to SSRV-64)")
final class RenderedReportsTest {
    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: vaulted}
            spec:
              mlPolicy: {numNodes: 1}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec:
                          template:
                            spec:
                              containers:
                                - name: node
                                  image: registry.example.com/train:1
                                  env:
                                    - {name: KUBEFLOW_TRAINER_SERVER_URL, value: "https://collector.team-a.svc/report"}
                                  volumeMounts:
                                    - {name: kubeflow-trainer-token, mountPath: /var/run/secrets/vault}
                                    - {name: registry-token, mountPath: /var/run/secrets/kubeflow/trainer, readOnly: true}
                              volumes:
                                - name: kubeflow-trainer-token
                                  projected: {sources: [{serviceAccountToken: {audience: vault, path: token, expirationSeconds: 600}}]}
                                - name: registry-token
                                  secret: {secretName: registry}
            """;

    private static final String JOB =
            """
            ---
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: vaulted, annotations: {%s}}
            spec: {runtimeRef: {name: vaulted, kind: TrainingRuntime}}
            """;

    private static final String CONFIGURATION =
            """
            apiVersion: config.trainer.kubeflow.org/v1alpha1
            kind: Configuration
            %s
            """;

    @TempDir
    private Path folder;

    private Path job;

    @BeforeEach
    void write() throws IOException {
        job = ofRuntime(RUNTIME, "trainyard.dev/report-progress: 'true'");
    }

    private Path ofRuntime(String runtime, String annotations) throws IOException {
        return Files.writeString(folder.resolve("job.yaml"), runtime + JOB.formatted(annotations));
    }

    @Test
    void volumesAndMountsOfTheRuntimeStayAndThoseForReportsComeBesideThem() {
        Map<String, Object> pod = pod(render());

        assertThat(Tree.objects(pod, "volumes"))
                .extracting(volume -> volume.get("name"))
                .containsExactly("kubeflow-trainer-token", "registry-token", "kubeflow-trainer-token-2");
        assertThat(String.valueOf(Tree.objects(pod, "volumes").get(0))).contains("audience=vault");
        assertThat(Tree.objects(Tree.objects(pod, "containers").get(0), "volumeMounts"))
                .extracting(mount -> mount.get("mountPath") + " " + mount.get("name"))
                .containsExactly(
                        "/var/run/secrets/vault kubeflow-trainer-token",
                        "/var/run/secrets/kubeflow/trainer registry-token",
                        "/var/run/secrets/kubeflow/trainer-2 kubeflow-trainer-token-2");
    }

    @Test
    void eachNameThatBothUseIsToldOnStandardError() {
        assertThat(render().err().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("warning: ")
                                .contains("volume kubeflow-trainer-token stays"),
                        line -> assertThat(line)
                                .startsWith("warning: ")
                                .contains("mount at /var/run/secrets/kubeflow/trainer stays"),
                        line -> assertThat(line)
                                .startsWith("warning: ")
                                .contains("keeps the controller's values of KUBEFLOW_TRAINER_SERVER_URL"));
    }

    @Test
    void theConfigMapIsShownWithATextThatStandsForTheAuthority() {
        assertThat(documents(render()).get(0))
                .satisfies(map -> assertThat(Tree.text(map, "metadata", "name")).isEqualTo("vaulted-tls-config"))
                .satisfies(map -> assertThat(Tree.text(map, "data", "ca.crt"))
                        .isEqualTo(
                                "the certificate authority of the controller, written when the ConfigMap is created"));
    }

    @Test
    void aJobThatAsksForNoReportsIsAsItsRuntimeSays() throws IOException {
        ofRuntime(RUNTIME, "a: b");
        CommandRun run = render();

        assertThat(run.err()).isEmpty();
        assertThat(documents(run)).hasSize(1);
        assertThat(Tree.objects(pod(run), "volumes")).hasSize(2);
        assertThat(Tree.objects(Tree.objects(pod(run), "containers").get(0), "env"))
                .containsExactly(
                        Map.of("name", "KUBEFLOW_TRAINER_SERVER_URL", "value", "https://collector.team-a.svc/report"));
        assertThat(run.out()).doesNotContain("trainyard.dev/injected");
    }

    @Test
    void theConfigurationSaysWhereReportsGoAndWhetherAllJobsReport() throws IOException {
        ofRuntime(RUNTIME, "a: b");

        assertThat(renderWith("featureGates: {TrainJobStatus: true}\nstatusServer: {port: 12345}")
                        .out())
                .contains("name: vaulted-tls-config", "kubeflow-system.svc:12345/apis/");
    }

    @Test
    void whereNobodyListensNothingIsAdded() throws IOException {
        assertThat(renderWith("trainyard: {statusServer: {enabled: false}}").out())
                .doesNotContain("tls-config", "kubeflow-trainer-token-2");
    }

    private CommandRun renderWith(String configuration) throws IOException {
        Path file = Files.writeString(folder.resolve("config"), CONFIGURATION.formatted(configuration));
        return render("--config", file.toString());
    }

    private CommandRun render(String... options) {
        CommandRun run = CommandRun.of(
                new Wiring(),
                "",
                Map.of(),
                Optional.empty(),
                Stream.concat(Stream.of("render", job.toString()), Arrays.stream(options))
                        .toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        return run;
    }

    private static List<Map<String, Object>> documents(CommandRun run) {
        return Arrays.stream(run.out().split("\n---\n"))
                .map(text -> Tree.object(Yaml.parse(text)))
                .toList();
    }

    private static Map<String, Object> pod(CommandRun run) {
        List<Map<String, Object>> documents = documents(run);
        return Tree.child(
                Tree.objects(documents.get(documents.size() - 1), "spec", "replicatedJobs")
                        .get(0),
                "template",
                "spec",
                "template",
                "spec");
    }
}
