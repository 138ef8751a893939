package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealCluster
final class FullClusterIT {

    private static final Map<String, String> PODS = Map.of("jobset.sigs.k8s.io/jobset-name", "tiny");
    private static final Duration LIMIT = Duration.ofSeconds(180);

    @Test
    void aJobSetCompletesOnceItsPodsSucceed(TestCluster cluster, TestNamespace namespace) {
        apply(cluster, namespace);

        List<Pod> pods = cluster.pods(namespace.name()).awaitRunning(2, PODS);
        assertThat(pods).extracting(pod -> pod.getSpec().getNodeName()).doesNotContainNull();

        pods.forEach(pod -> cluster.pods(namespace.name()).end(pod, Outcome.SUCCEEDED));

        assertThat(awaitCondition(cluster, namespace)).isEqualTo("Completed");
    }

    @Test
    void aFailedPodExitsWithCode1AndFailsItsJobSet(TestCluster cluster, TestNamespace namespace) {
        apply(cluster, namespace);

        Pod pod = cluster.pods(namespace.name()).awaitRunning(2, PODS).get(0);
        cluster.pods(namespace.name()).end(pod, Outcome.FAILED);

        assertThat(awaitCondition(cluster, namespace)).isEqualTo("Failed");
        assertThat(exitCode(cluster, namespace, pod)).isEqualTo(1);
    }

    @Test
    @DisplayName("RC-3: the API server calls JobSet's webhooks")
    void jobSetsWebHookFillsInDefaults(TestCluster cluster, TestNamespace namespace) {
        apply(cluster, namespace);

        assertThat(cluster.adminClient()
                        .resource(jobSet(namespace))
                        .get()
                        .<String>get("spec", "replicatedJobs", 0, "template", "spec", "completionMode"))
                .isEqualTo("Indexed");
    }

    @Test
    @DisplayName("RC-3: the API server calls JobSet's webhooks")
    void jobSetsWebHookRefusesWhatCannotWork(TestCluster cluster, TestNamespace namespace) {
        GenericKubernetesResource jobSet = jobSet(namespace);
        jobSet.getMetadata().setName("a-name-that-is-so-long-that-no-pod-of-the-job-set-could-be-named-after-it");

        assertThatExceptionOfType(KubernetesClientException.class)
                .isThrownBy(() -> cluster.adminClient().resource(jobSet).create())
                .withMessageContaining("vjobset.kb.io");
    }

    @Test
    @DisplayName("RC-4: the garbage collector starts with the kinds of each class, and goes on where they are the same")
    void theGarbageCollectorKnowsTheKindsOfTheNextClass(
            TestCluster cluster, TestNamespace namespace, @TempDir Path folder) throws IOException {
        Options first = cluster.options();
        Options next = first.withCustomResourceDefinitions(
                Files.writeString(folder.resolve("widgets.yaml"), ClusterReuseIT.WIDGETS));
        ProcessHandle manager = cluster.process(ClusterStart.CONTROLLER_MANAGER);

        cluster.become(first);
        assertThat(cluster.process(ClusterStart.CONTROLLER_MANAGER)).isEqualTo(manager);
        cluster.become(next);
        assertThat(cluster.process(ClusterStart.CONTROLLER_MANAGER)).isNotEqualTo(manager);

        HasMetadata widget = cluster.adminClient()
                .resource(
                        """
                        apiVersion: example.com/v1
                        kind: Widget
                        metadata: {name: owner}
                        """)
                .create();
        var owned = cluster.adminClient()
                .resource(
                        """
                        apiVersion: v1
                        kind: ConfigMap
                        metadata:
                          name: owned
                          namespace: %s
                          ownerReferences: [{apiVersion: example.com/v1, kind: Widget, name: owner, uid: %s}]
                        """
                                .formatted(
                                        namespace.name(), widget.getMetadata().getUid()));
        owned.create();
        cluster.adminClient().resource(widget).delete();
        Poll.until("what belongs to the widget to be collected", LIMIT, () -> Optional.of(true)
                .filter(gone -> owned.get() == null));

        cluster.become(first);
        assertThat(cluster.adminClient().raw("/apis/example.com/v1/widgets"))
                .as("null for a 404")
                .isNull();
    }

    @Test
    @DisplayName("RC-4: the controllers go on after the API server was killed and started again")
    void theControllersOutliveTheApiServer(TestCluster cluster, TestNamespace namespace) {
        apply(cluster, namespace);
        cluster.pods(namespace.name()).awaitRunning(2, PODS);

        cluster.stopApiServer();
        cluster.startApiServer();
        cluster.pods(namespace.name()).endAll(2, PODS, Outcome.SUCCEEDED);

        assertThat(awaitCondition(cluster, namespace)).isEqualTo("Completed");
    }

    private static void apply(TestCluster cluster, TestNamespace namespace) {
        cluster.adminClient().resource(jobSet(namespace)).serverSideApply();
    }

    private static GenericKubernetesResource jobSet(TestNamespace namespace) {
        return Serialization.unmarshal(
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: tiny, namespace: %s}
                spec:
                  replicatedJobs:
                  - name: node
                    template:
                      spec:
                        parallelism: 2
                        completions: 2
                        backoffLimit: 0
                        template:
                          spec:
                            restartPolicy: Never
                            containers: [{name: main, image: example.invalid/none}]
                """
                        .formatted(namespace.name()),
                GenericKubernetesResource.class);
    }

    /** The first of JobSet's conditions that is true. */
    private static String awaitCondition(TestCluster cluster, TestNamespace namespace) {
        return Poll.until("the JobSet to end", LIMIT, () -> {
            GenericKubernetesResource jobSet =
                    cluster.adminClient().resource(jobSet(namespace)).get();
            List<Map<String, Object>> conditions = jobSet.get("status", "conditions");
            return Optional.ofNullable(conditions).stream()
                    .flatMap(List::stream)
                    .filter(condition -> "True".equals(condition.get("status")))
                    .map(condition -> String.valueOf(condition.get("type")))
                    .findFirst();
        });
    }

    private static int exitCode(TestCluster cluster, TestNamespace namespace, Pod pod) {
        return cluster.adminClient()
                .pods()
                .inNamespace(namespace.name())
                .withName(pod.getMetadata().getName())
                .get()
                .getStatus()
                .getContainerStatuses()
                .get(0)
                .getState()
                .getTerminated()
                .getExitCode();
    }
}
