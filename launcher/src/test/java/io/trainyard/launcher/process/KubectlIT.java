package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do with kubectl, beside the built program and its webhooks; scaling is in {@link ScaleIT}. */
@RealCluster(customResourceDefinitions = "../deploy/crds")
@DisplayName("kubectl on the real API server")
final class KubectlIT {
    private static final Path ROOT = Path.of("..");
    private static final List<String> NOTHING = List.of();
    private static final List<String> SERVER_SIDE = List.of("--server-side", "--force-conflicts");
    private static final String GENERATIONS =
            "jsonpath={range .items[*]}{.kind}/{.metadata.name} {.metadata.generation}{\"\\n\"}{end}";

    private static ControllerProcess controller;
    private static WebhookConfigurations webhooks;

    @BeforeAll
    static void start(TestCluster cluster, @TempDir Path folder) {
        controller = Distribution.startController(folder, cluster.kubeconfig());
        webhooks = WebhookConfigurations.install(
                cluster, ROOT.resolve("deploy").resolve("webhooks"), controller.webhookPort());
        webhooks.awaitAuthority();
    }

    @AfterAll
    static void stop() {
        webhooks.close();
        controller.close();
    }

    @Test
    @DisplayName(
            "applying a shipped runtime or an example again changes nothing, and diff is empty, client-side and server-side")
    void applyIsStable(TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws Exception {
        Kubectl kubectl = new Kubectl(cluster, namespace.name(), files);
        try {
            for (String manifests : folders(namespace.name(), files)) {
                for (List<String> mode : List.of(NOTHING, SERVER_SIDE)) {
                    succeed(kubectl.run(words("apply", manifests, mode)));
                    String before = generations(kubectl);

                    succeed(kubectl.run(words("apply", manifests, mode)));

                    assertThat(generations(kubectl))
                            .as("%s %s", manifests, mode)
                            .isEqualTo(before);
                    assertThat(kubectl.run(words("diff", manifests, mode)))
                            .as("%s %s", manifests, mode)
                            .isEqualTo(new Kubectl.Result(0, ""));
                }
            }
        } finally {
            cluster.adminClient().resources(ClusterTrainingRuntime.class).delete();
        }
    }

    @Test
    @DisplayName(
            "get, describe, events and wait show how a job is, changes bring no warning of a name that nobody wrote, delete takes it away (API-02a, API-230, OPS-41, OPS-42)")
    void aJobIsFollowed(TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws Exception {
        Kubectl kubectl = new Kubectl(cluster, namespace.name(), files);
        assertThat(controller.process().isAlive()).isTrue();
        succeed(kubectl.run("apply", "-f", ROOT.resolve("examples/plain.yaml").toString()));
        succeed(kubectl.run(
                "apply", "-f", ROOT.resolve("examples/suspended.yaml").toString()));

        succeed(kubectl.run("wait", "--for=jsonpath={.status.phase}=Running", "tj/hello", "--timeout=120s"));
        succeed(kubectl.run("wait", "--for=condition=Suspended", "trainjob/later", "--timeout=60s"));
        assertThat(kubectl.run("get", "trainjobs").output().lines())
                .anyMatch(line -> line.matches("hello +Running +hello-runtime +2 +[0-2] .*"))
                .anyMatch(line -> line.matches("later +Suspended +later-runtime .*"));
        assertThat(kubectl.run("describe", "trainjob", "later").output())
                .contains("Reason:", "Suspended", "Events:", "TrainJob is suspended");
        assertThat(kubectl.run("events", "--for", "trainjob/later").output())
                .as("OPS-42")
                .contains("TrainJob is suspended");
        assertThat(kubectl.run("get", "trainjob", "later", "-o", "jsonpath={.apiVersion}")
                        .output())
                .as("the API server sorts it first (API-02a)")
                .isEqualTo("trainer.kubeflow.org/v2alpha1");
        for (String change :
                List.of("label trainjob later a=b", "patch trainjob later --type=merge -p {\"spec\":{}}")) {
            assertThat(kubectl.run(change.split(" ")).output()).as("API-02a").doesNotContain("older name");
        }

        cluster.pods(namespace.name()).endAll(2, Map.of("jobset.sigs.k8s.io/jobset-name", "hello"), Outcome.SUCCEEDED);

        succeed(kubectl.run("wait", "--for=condition=Complete", "trainjob/hello", "--timeout=120s"));
        assertThat(kubectl.run("get", "trainjob", "hello").output()).contains("Complete");
        succeed(kubectl.run("delete", "trainjobs", "--all", "--cascade=foreground", "--timeout=120s"));
        assertThat(kubectl.run("get", "jobsets,pods").output()).contains("No resources found");
        succeed(kubectl.run("delete", "trainingruntimes", "--all", "--timeout=120s"));
    }

    @Test
    @DisplayName("explain knows every field of our kinds")
    void fieldsAreExplained(TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws Exception {
        Kubectl kubectl = new Kubectl(cluster, namespace.name(), files);
        for (String field : List.of(
                "trainjob.spec.trainer.numNodes",
                "tj.spec.runtimeRef",
                "trainjob.status.jobsStatus",
                "trainingruntime.spec.mlPolicy.torch",
                "ctr.spec.template.spec.replicatedJobs")) {
            assertThat(kubectl.run("explain", field).output())
                    .as(field)
                    .contains("DESCRIPTION:")
                    .doesNotContain("<empty>");
        }
        assertThat(kubectl.run("explain", "trainjob.spec.trainer.nodes").output())
                .contains("does not exist");
    }

    /** A folder with the shipped runtimes, and one with the examples, which need them; those that name a namespace get ours. */
    private static List<String> folders(String namespace, Path files) throws IOException {
        List<String> folders = new ArrayList<>();
        for (String source : List.of("deploy/runtimes", "examples")) {
            Path copies = Files.createDirectories(files.resolve(source));
            try (Stream<Path> manifests = Files.list(ROOT.resolve(source))) {
                for (Path manifest : manifests
                        .filter(file -> file.toString().endsWith(".yaml"))
                        .toList()) {
                    Files.writeString(
                            copies.resolve(manifest.getFileName()),
                            Files.readString(manifest).replace("team-a", namespace));
                }
            }
            try (Stream<Path> copied = Files.list(copies)) {
                assertThat(copied).hasSizeGreaterThan(6);
            }
            folders.add(copies.toString());
        }
        return folders;
    }

    private static String[] words(String verb, String manifests, List<String> mode) {
        return Stream.concat(Stream.of(verb, "-f", manifests), mode.stream()).toArray(String[]::new);
    }

    /** Numbers that grow with every change of a specification. */
    private static String generations(Kubectl kubectl) throws IOException, InterruptedException {
        return kubectl.run("get", "ctr,tr,tj", "-o", GENERATIONS).output();
    }

    private static void succeed(Kubectl.Result result) {
        assertThat(result.code()).as(result.output()).isZero();
    }
}
