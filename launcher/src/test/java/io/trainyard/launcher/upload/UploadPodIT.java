package io.trainyard.launcher.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@RealCluster(kind = ClusterKind.BARE)
@DisplayName("The pod that receives code on a real API server (LOCAL-202)")
final class UploadPodIT {
    @ParameterizedTest
    @ValueSource(strings = {"torch-distributed", "torch-with-data", "mpi-distributed", "plain-distributed"})
    @DisplayName("a namespace under Pod Security restricted takes it, whatever the runtime says")
    void itIsTaken(String runtime, TestCluster cluster, TestNamespace namespace) throws IOException {
        KubernetesClient admin = cluster.adminClient();
        admin.namespaces().withName(namespace.name()).edit(found -> {
            found.getMetadata().setLabels(Map.of("pod-security.kubernetes.io/enforce", "restricted"));
            return found;
        });

        Pod pod = UploadPod.of(
                namespace.name(),
                "code",
                Optional.empty(),
                Map.of(),
                new KubernetesSerialization()
                        .unmarshal(
                                Files.readString(Path.of("../deploy/runtimes/" + runtime + ".yaml")),
                                ClusterTrainingRuntime.class));

        assertThat(admin.pods()
                        .inNamespace(namespace.name())
                        .resource(pod)
                        .dryRun(true)
                        .create()
                        .getSpec()
                        .getSecurityContext()
                        .getRunAsNonRoot())
                .isTrue();
    }
}
