package io.trainyard.launcher.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.launcher.node.ClusterNode;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.launcher.python.PythonEnvironment;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The suite in {@code clients/python} on a real control plane, with this machine as a node beside the simulated ones. Skipped where Python
 * cannot install the SDK, unless {@code -Dsdk.required=true}.
 */
@RealCluster(customResourceDefinitions = "../deploy/crds")
@DisplayName("The kubeflow SDK from PyPI (SDK-01 to SDK-55)")
final class PythonSdkIT {
    private static final Path MANIFESTS = Path.of("..", "deploy");
    private static final String NODE = "sdk-node";
    private static final String VOLUME = "volume-of-sdk";

    /** As many as there may be jobs on runtimes with a claim; nobody makes volumes in a cluster without machines. */
    private static final int VOLUMES = 20;

    private static final String SYSTEM = "kubeflow-system";
    private static final Duration LIMIT = Duration.ofSeconds(180);

    @Test
    @DisplayName("every call that users make works, unmodified")
    void theSuitePasses(TestCluster cluster, TestNamespace namespace, @TempDir Path folder) throws Exception {
        PythonEnvironment environment = SdkSuite.environment();
        KubernetesClient admin = cluster.adminClient();
        try (ControllerProcess controller = Distribution.startController(folder, cluster.kubeconfig());
                WebhookConfigurations webhooks = WebhookConfigurations.install(
                        cluster, MANIFESTS.resolve("webhooks"), controller.webhookPort())) {
            webhooks.awaitAuthority();
            prepare(admin);
            Process kubelet = startKubelet(cluster, folder);
            try {
                await("the node")
                        .atMost(LIMIT)
                        .until(() -> admin.nodes().withName(NODE).get() != null);
                SdkSuite.Result result = SdkSuite.run(
                        environment,
                        folder,
                        Map.of(
                                "KUBECONFIG",
                                cluster.kubeconfig().toString(),
                                "TRAINYARD_NAMESPACE",
                                namespace.name(),
                                "TRAINYARD_NODE",
                                NODE));
                assertThat(result.code()).as(result.output()).isZero();
                assertThat(result.output())
                        .as("nothing is skipped but what needs PyTorch")
                        .doesNotContain("TRAINYARD_NODE");
            } finally {
                kubelet.destroy();
                kubelet.waitFor(40, TimeUnit.SECONDS);
                kubelet.destroyForcibly();
                admin.resources(ClusterTrainingRuntime.class).delete();
                admin.persistentVolumes().withLabel(VOLUME).delete();
                admin.configMaps()
                        .inNamespace(SYSTEM)
                        .withName("kubeflow-trainer-public")
                        .delete();
            }
        }
    }

    /** What a platform team has installed. */
    private static void prepare(KubernetesClient admin) throws IOException {
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(SYSTEM)
                        .endMetadata()
                        .build())
                .serverSideApply();
        admin.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(SYSTEM)
                        .withName("kubeflow-trainer-public")
                        .endMetadata()
                        .withData(Map.of("kubeflow_trainer_version", "v2.3.0"))
                        .build())
                .serverSideApply();
        try (Stream<Path> runtimes = Files.list(MANIFESTS.resolve("runtimes"))) {
            for (Path file :
                    runtimes.filter(each -> each.toString().endsWith(".yaml")).toList()) {
                try (var runtime = Files.newInputStream(file)) {
                    admin.load(runtime).serverSideApply();
                }
            }
        }
        for (int i = 0; i < VOLUMES; i++) {
            admin.resource(new PersistentVolumeBuilder()
                            .withNewMetadata()
                            .withName(VOLUME + "-" + i)
                            .addToLabels(VOLUME, "")
                            .endMetadata()
                            .withNewSpec()
                            .addToCapacity("storage", new Quantity("100Gi"))
                            .withAccessModes("ReadWriteOnce")
                            .withNewHostPath()
                            .withPath("/" + VOLUME)
                            .endHostPath()
                            .endSpec()
                            .build())
                    .create();
        }
    }

    private static Process startKubelet(TestCluster cluster, Path folder) throws IOException {
        return ClusterNode.start(cluster, folder, NODE, "--python=/usr/bin/python3");
    }
}
