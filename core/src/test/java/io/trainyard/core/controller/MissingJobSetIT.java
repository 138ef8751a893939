package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The kind JobSet on a real API server")
@RealCluster(kind = ClusterKind.BARE, customResourceDefinitions = "../deploy/crds")
final class MissingJobSetIT {
    /** So many failures in a row, and the next attempt is minutes away. */
    private static final int FAILURES = 14;

    @Test
    @DisplayName("a job that has failed for want of it goes on when it is installed, not when its time comes (PIPE-06)")
    void theJobGoesOn(TestCluster cluster, TestNamespace namespace) {
        TrainJobScenario user = new TrainJobScenario(cluster, namespace);
        user.createRuntime("two");
        CustomResourceDefinition definition = definition(cluster.adminClient()).get();
        try (RunningController controller = RunningController.start(cluster.kubeconfig())) {
            remove(cluster.adminClient());
            user.create("early", "two");
            for (int failures = 0; failures < FAILURES; failures++) {
                double before = controller.passes("needs_change");
                user.patch("early", Map.of("metadata", Map.of("annotations", Map.of("touched", "t" + failures))));
                await().atMost(TrainJobScenario.LIMIT).until(() -> controller.passes("needs_change") > before);
            }

            install(cluster.adminClient(), definition);

            assertThat(user.awaitJobSet("early")).isNotNull();
        } finally {
            install(cluster.adminClient(), definition);
        }
    }

    private static Resource<CustomResourceDefinition> definition(KubernetesClient admin) {
        return admin.apiextensions().v1().customResourceDefinitions().withName("jobsets.jobset.x-k8s.io");
    }

    private static void remove(KubernetesClient admin) {
        definition(admin).delete();
        await().atMost(TrainJobScenario.LIMIT).until(() -> definition(admin).get() == null);
    }

    private static void install(KubernetesClient admin, CustomResourceDefinition definition) {
        if (definition(admin).get() == null) {
            ObjectMeta metadata = new ObjectMeta();
            metadata.setName(definition.getMetadata().getName());
            metadata.setAnnotations(definition.getMetadata().getAnnotations());
            definition.setMetadata(metadata);
            definition.setStatus(null);
            admin.resource(definition).create();
        }
    }
}
