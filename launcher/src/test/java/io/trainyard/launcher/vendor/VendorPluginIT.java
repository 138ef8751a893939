package io.trainyard.launcher.vendor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample of the guide, built outside of this build, in the distribution. */
@RealCluster(customResourceDefinitions = "../deploy/crds")
@DisplayName("A vendor's plugin (API-200 to API-207, PIPE-14)")
final class VendorPluginIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final Path SAMPLE = SamplePlugin.SOURCE;

    @TempDir
    private static Path folder;

    private static Path plugins;
    private static Terminal terminal;

    @BeforeAll
    static void build() throws Exception {
        terminal = new Terminal(folder);
        plugins = SamplePlugin.besideOurs(folder);
        OwnJackson.writeTo(plugins.resolve("reporting"), folder);
    }

    @Test
    void theSampleIsSmallEnoughForAnAfternoon() throws IOException {
        try (Stream<Path> files = Files.walk(SAMPLE.resolve("src/main/java"))) {
            long lines = files.filter(file -> file.toString().endsWith(".java"))
                    .mapToLong(VendorPluginIT::lines)
                    .sum();
            assertThat(lines).isPositive().isLessThan(150);
        }
    }

    @Test
    void itIsListedWithWhatItDoes() throws Exception {
        Terminal.Run run = terminal.run("plugins", "--plugins-dir", plugins.toString());

        assertThat(run.code()).isZero();
        assertThat(run.err())
                .as("of the jar that does not say its version, and of nothing else (API-212)")
                .containsOnlyOnce("\n")
                .contains("reporting (" + plugins.resolve("reporting/reporting.jar")
                        + "): the manifest has no Trainyard-Spi-Version; add \"Trainyard-Spi-Version: 1.0\"");
        assertThat(run.out())
                .containsPattern("(?m)^acme-collectives +1\\.0\\.0 .*WatchExtension, CustomValidation, EnforceMLPolicy,"
                        + " ComponentBuilder +.*acme\\.jar$")
                .containsPattern("(?m)^acme-scheduler +1\\.0\\.0 .*EnforcePodGroupPolicy +.*acme\\.jar$");
    }

    @Test
    void aTrainJobRunsWithItOnThisMachine() throws Exception {
        Terminal.Run run = terminal.run(
                "run",
                SAMPLE.resolve("runtime.yaml").toString(),
                SAMPLE.resolve("trainjob.yaml").toString(),
                "--plugins-dir",
                plugins.toString(),
                "--follow",
                "all");

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("rdma with 8 channels, root ", "TrainJob acme-demo: Complete");
    }

    @Test
    @DisplayName("a wrong parameter is named with its field, before anything is built (API-206)")
    void wrongParameters() throws Exception {
        Path wrong = folder.resolve("wrong.yaml");
        Files.writeString(
                wrong,
                Files.readString(SAMPLE.resolve("runtime.yaml")) + "---\n"
                        + Files.readString(SAMPLE.resolve("trainjob.yaml"))
                                .replace("{channels: 8}", "{channels: 800, lanes: 1}"));

        Terminal.Run run = terminal.run("render", wrong.toString(), "--plugins-dir", plugins.toString());

        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains("spec.plugins[0].parameters.lanes", "unknown field");
    }

    @Test
    @DisplayName("a plugin that brings another version of Jackson uses that one")
    void aClashingLibrary() throws Exception {
        Terminal.Run run = terminal.run(
                "render",
                SAMPLE.resolve("runtime.yaml").toString(),
                SAMPLE.resolve("trainjob.yaml").toString(),
                "--plugins-dir",
                plugins.toString());

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("value: \\W?2\\.15\\.2 written as \\{\\W*nodes");
    }

    @Test
    void itsTerminalConditionIsLeftOutAndNamedWhileNobodyChoseIt() throws Exception {
        Terminal.Run run =
                terminal.run("plugins", "--plugins-dir", withTerminalCondition().toString());

        assertThat(run.err()).contains("set trainyard.plugins.terminalCondition: ending");
        assertThat(run.out()).doesNotContainPattern("(?m)^ending ").containsPattern("(?m)^acme-collectives ");
    }

    @Test
    void itsTerminalConditionReplacesJobSetsWithOneLineOfConfiguration() throws Exception {
        Path configuration = Files.writeString(
                folder.resolve("terminal-condition.yaml"),
                """
                apiVersion: config.trainer.kubeflow.org/v1alpha1
                kind: Configuration
                trainyard: {plugins: {terminalCondition: ending}}
                """);

        Terminal.Run run = terminal.run(
                "run",
                SAMPLE.resolve("runtime.yaml").toString(),
                SAMPLE.resolve("trainjob.yaml").toString(),
                "--plugins-dir",
                withTerminalCondition().toString(),
                "--config",
                configuration.toString());

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("the vendor's plugin says so");
    }

    private static Path withTerminalCondition() throws IOException {
        Path with = SamplePlugin.copy(
                plugins, Files.createTempDirectory(folder, "terminal-condition").resolve("plugins"));
        OwnTerminalCondition.writeTo(with.resolve("ending.jar"), folder);
        return with;
    }

    @Test
    @DisplayName(
            "on a real control plane its objects exist, reach the pods' environment, and come back when they are deleted")
    void itWorksInACluster(TestCluster cluster, TestNamespace namespace) throws Exception {
        KubernetesClient admin = cluster.adminClient();
        try (ControllerProcess controller =
                Distribution.startController(folder, cluster.kubeconfig(), "--plugins-dir", plugins.toString())) {
            apply(admin, "runtime.yaml", namespace.name());
            apply(admin, "trainjob.yaml", namespace.name());

            var topology = admin.resources(ConfigMap.class)
                    .inNamespace(namespace.name())
                    .withName("acme-demo-acme-topology");
            await().atMost(LIMIT).until(topology::get, Objects::nonNull);
            assertThat(topology.get().getData())
                    .containsEntry("hosts", "acme-demo-node-0-0.acme-demo\nacme-demo-node-0-1.acme-demo");
            var pods = cluster.pods(namespace.name())
                    .awaitRunning(2, Map.of("jobset.sigs.k8s.io/jobset-name", "acme-demo"));
            assertThat(pods.get(0).getSpec().getContainers().get(0).getEnv())
                    .extracting(variable -> variable.getName() + "=" + variable.getValue())
                    .contains("ACME_TRANSPORT=rdma", "ACME_CHANNELS=8", "ACME_ROOT=acme-demo-node-0-0.acme-demo");

            String uid = topology.get().getMetadata().getUid();
            topology.delete();
            await("the ConfigMap to come back")
                    .atMost(LIMIT)
                    .until(
                            topology::get,
                            found -> found != null
                                    && !found.getMetadata().getUid().equals(uid));
            assertThat(controller.process().isAlive()).isTrue();
        }
    }

    private static void apply(KubernetesClient admin, String file, String namespace) throws IOException {
        byte[] yaml = Files.readString(SAMPLE.resolve(file)).getBytes(StandardCharsets.UTF_8);
        for (HasMetadata object : admin.load(new ByteArrayInputStream(yaml)).items()) {
            object.getMetadata().setNamespace(namespace);
            await(file)
                    .atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                    .until(() -> admin.resource(object).serverSideApply() != null);
        }
    }

    private static long lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
