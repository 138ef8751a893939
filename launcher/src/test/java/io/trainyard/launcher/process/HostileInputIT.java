package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.LimitedProgram;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What somebody does on purpose to a controller in 512 MiB. After each of it the same process says that it is ready, and a good TrainJob gets its
 * JobSet.
 */
@RealCluster(kind = ClusterKind.BARE, customResourceDefinitions = "../deploy/crds")
@DisplayName("Hard to stop: one process survives what is meant to end it (VAL-34 to VAL-37, VAL-101, CERT-07)")
final class HostileInputIT {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int MEBIBYTES = 512;
    private static final List<String> AMOUNTS =
            List.of("1e30000000", "1e1000000", "1e-100000000", "1e99999999999", "-1");
    private static final List<String> SWELLING = List.of("{},", "{\"\":0},", "0,", "[],");
    private static final int SEVEN_MEBIBYTES = 7 * 1024 * 1024 - 1024;

    private static final List<String> IMPOSSIBLE_JOBS = List.of(
            "{template: {spec: {containers: []}}}",
            "{template: {spec: {containers: [{name: node, image: i, ports: [{containerPort: 70000}]}]}}}",
            "{parallelism: -1, template: {spec: {containers: [{name: node, image: i}]}}}",
            "{parallelism: 2147483647, template: {spec: {containers: [{name: node, image: i}]}}}",
            "{template: {spec: {containers: [{name: node, image: i, resources: {limits: {cpu: '1e30000000'}}}]}}}");

    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: %s}
            spec:
              mlPolicy: {numNodes: 1}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: %s
            """;

    private static final String GOOD_JOB = "{template: {spec: {containers: [{name: node, image: example.com/image}]}}}";

    private static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: %s}
            spec: {runtimeRef: {kind: TrainingRuntime, name: %s}, %s}
            """;

    @TempDir
    private Path folder;

    private KubernetesClient admin;
    private String namespace;
    private TestCluster cluster;
    private int good;

    @BeforeEach
    void prepare(TestCluster given, TestNamespace own) {
        cluster = given;
        admin = given.adminClient();
        namespace = own.name();
        create(RUNTIME.formatted("good", GOOD_JOB));
    }

    @AfterEach
    void removeWhatIsLarge() {
        // In a bare cluster nobody empties a namespace.
        admin.resources(TrainJob.class).inNamespace(namespace).delete();
        admin.resources(TrainingRuntime.class)
                .inNamespace(namespace)
                .list()
                .getItems()
                .forEach(runtime -> {
                    runtime.getMetadata().setFinalizers(List.of());
                    admin.resource(runtime).update();
                    admin.resource(runtime).delete();
                });
    }

    @Test
    @DisplayName("stored past admission, sent to admission, and sent by strangers")
    void oneProcessSurvives() throws Exception {
        storeWhatAdmissionWouldRefuse();
        try (LimitedProgram program = LimitedProgram.of(Distribution.program(), folder, MEBIBYTES, "");
                ControllerProcess controller = ControllerProcess.start(program.path(), folder, cluster.kubeconfig());
                HostileSenders strangers = new HostileSenders(controller.webhookPort())) {
            Survivor survivor = new Survivor(controller);
            survivor.serves("amounts, runtimes and counts that were stored without admission");

            try (WebhookConfigurations webhooks = WebhookConfigurations.install(
                    cluster, Path.of("..", "deploy", "webhooks"), controller.webhookPort())) {
                webhooks.awaitAuthority();
                refused("patches", patches(10_000));
                survivor.serves("10,000 runtimePatches");
                for (String amount : AMOUNTS) {
                    refused("amount", "trainer: {resourcesPerNode: {requests: {cpu: '" + amount + "'}}}");
                    survivor.serves("cpu: " + amount);
                }
                for (String job : IMPOSSIBLE_JOBS) {
                    assertThatThrownBy(() -> create(RUNTIME.formatted("impossible", job)))
                            .isInstanceOf(KubernetesClientException.class);
                }
                survivor.serves("runtimes without containers, with impossible ports and counts");

                strangers.beginAndWait(60);
                survivor.serves("senders that send nothing more");
                for (String part : SWELLING) {
                    strangers.post(HostileSenders.listOf(part, SEVEN_MEBIBYTES), 12, 4);
                    survivor.serves("bodies of " + part + ", four at a time");
                }
            }
            assertThat(controller.output()).doesNotContain("OutOfMemoryError");
            System.out.printf(
                    "hostile: %s, memory %s%n", survivor.report(), program.isEnforced() ? "by the kernel" : "by Java");
            controller.close();
            controller.process().waitFor();
        }
    }

    @Test
    @DisplayName(
            "200 ConfigMaps of 1 MB by anybody: a controller that starts beside them becomes ready (PIPE-90, PIPE-91)")
    void largeConfigMapsOfOthers() throws Exception {
        String large = "x".repeat(1_000_000);
        IntStream.range(0, 200).parallel().forEach(i -> admin.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("large-" + i + "-runtime-snapshot")
                        .addToLabels("trainer.kubeflow.org/trainjob-name", "large-" + i)
                        .addToLabels("app.kubernetes.io/managed-by", "trainyard")
                        .endMetadata()
                        .addToData("runtime", large)
                        .build())
                .inNamespace(namespace)
                .create());
        try (LimitedProgram program = LimitedProgram.of(Distribution.program(), folder, MEBIBYTES, "");
                ControllerProcess controller = ControllerProcess.start(program.path(), folder, cluster.kubeconfig())) {
            new Survivor(controller).serves("200 ConfigMaps of 1 MB");
            assertThat(controller.output()).doesNotContain("OutOfMemoryError");
            controller.close();
            controller.process().waitFor();
        } finally {
            // By name: the answer to a deletion of all holds all that it deleted.
            IntStream.range(0, 200).parallel().forEach(i -> admin.configMaps()
                    .inNamespace(namespace)
                    .withName("large-" + i + "-runtime-snapshot")
                    .delete());
        }
    }

    private void storeWhatAdmissionWouldRefuse() {
        for (int i = 0; i < AMOUNTS.size(); i++) {
            create(TRAIN_JOB.formatted(
                    "amount-" + i, "good", "trainer: {resourcesPerNode: {requests: {cpu: '" + AMOUNTS.get(i) + "'}}}"));
        }
        for (int i = 0; i < IMPOSSIBLE_JOBS.size(); i++) {
            create(RUNTIME.formatted("impossible-" + i, IMPOSSIBLE_JOBS.get(i)));
            create(TRAIN_JOB.formatted("impossible-" + i, "impossible-" + i, "suspend: false"));
        }
        create(TRAIN_JOB.formatted("nodes", "good", "trainer: {numNodes: 2147483647}"));
    }

    private static String patches(int count) {
        return "runtimePatches: ["
                + IntStream.range(0, count)
                        .mapToObj(i -> "{manager: a.io/" + i + "}")
                        .collect(Collectors.joining(", "))
                + "]";
    }

    private void refused(String name, String fields) {
        assertThatThrownBy(() -> create(TRAIN_JOB.formatted(name, "good", fields)))
                .isInstanceOfSatisfying(KubernetesClientException.class, refusal -> assertThat(refusal.getCode())
                        .as(refusal.getMessage())
                        .isBetween(400, 499));
    }

    private void create(String yaml) {
        admin.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class))
                .inNamespace(namespace)
                .create();
    }

    /** One process, which must be the same one to the end. */
    private final class Survivor {
        private final ControllerProcess controller;
        private Duration longest = Duration.ZERO;
        private int cases;

        private Survivor(ControllerProcess controller) {
            this.controller = controller;
        }

        private void serves(String after) throws Exception {
            long begin = System.nanoTime();
            await("ready after " + after).atMost(SOON).until(controller::isReady);
            String name = "good-" + good++;
            await("a good TrainJob is taken after " + after)
                    .atMost(SOON)
                    .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                    .until(() -> {
                        create(TRAIN_JOB.formatted(name, "good", "suspend: true"));
                        return true;
                    });
            await("a JobSet after " + after)
                    .atMost(SOON)
                    .until(() -> admin.resources(JobSet.class)
                                    .inNamespace(namespace)
                                    .withName(name)
                                    .get()
                            != null);
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            assertThat(took).as("ready and a JobSet after %s", after).isLessThan(SOON);
            longest = took.compareTo(longest) > 0 ? took : longest;
            cases++;
        }

        private String report() throws java.io.IOException {
            String resident =
                    Files.readAllLines(Path.of(
                                    "/proc", String.valueOf(controller.process().pid()), "status"))
                            .stream()
                            .filter(line -> line.startsWith("VmHWM"))
                            .findFirst()
                            .orElse("");
            return cases + " cases, JobSet of a good TrainJob after at most " + longest.toMillis() + " ms, " + resident;
        }
    }
}
