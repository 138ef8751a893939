package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.AddOn;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.SimulatedPods;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The autoscaler of Kubernetes and JobSet's feature gate, with the built program. The metric is served by the API server itself: its definition has the
 * shape that autoscalers ask an adapter for.
 */
@RealCluster(customResourceDefinitions = "../deploy/crds", addOns = AddOn.ELASTIC_JOBSET)
@DisplayName("An elastic job with a metric")
final class AutoscalingIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);

    private static final String METRIC =
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata:
              name: load.external.metrics.k8s.io
              annotations: {api-approved.kubernetes.io: "unapproved, for a test"}
            spec:
              group: external.metrics.k8s.io
              scope: Namespaced
              names: {plural: load, singular: load, kind: ExternalMetricValue, listKind: ExternalMetricValueList}
              versions:
              - name: v1beta1
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """;

    private static final String VALUE =
            """
            apiVersion: external.metrics.k8s.io/v1beta1
            kind: ExternalMetricValue
            metadata: {name: load}
            metricName: load
            metricLabels: {}
            timestamp: "2026-01-01T00:00:00Z"
            value: "%d"
            """;

    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: autoscaled}
            spec:
              mlPolicy:
                torch:
                  elasticPolicy:
                    minNodes: 1
                    maxNodes: 4
                    maxRestarts: 10
                    metrics:
                    - {type: External, external: {metric: {name: load}, target: {type: AverageValue, averageValue: "1"}}}
              template:
                spec:
                  replicatedJobs:
                  - name: node
                    template:
                      metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                      spec: {template: {spec: {containers: [{name: node, image: example.com/image}]}}}
            """;

    private static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: el}
            spec: {runtimeRef: {name: autoscaled}}
            """;

    @Test
    @DisplayName(
            "ELASTIC-20, ELASTIC-21, ELASTIC-30, ELASTIC-31, ELASTIC-41, ELASTIC-42, ELASTIC-45, ELASTIC-51, ELASTIC-58: follows its autoscaler up and down, while it is not suspended")
    void followsItsAutoscaler(TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws Exception {
        Kubectl kubectl = new Kubectl(cluster, namespace.name(), files);
        KubernetesClient client = cluster.adminClient();
        succeed(kubectl.create(METRIC));
        await("the metric to be served")
                .atMost(LIMIT)
                .until(() -> kubectl.create(VALUE.formatted(1)).code() == 0);
        try (ControllerProcess controller = Distribution.startController(files, cluster.kubeconfig());
                WebhookConfigurations webhooks = WebhookConfigurations.install(
                        cluster, Path.of("..", "deploy", "webhooks"), controller.webhookPort())) {
            webhooks.awaitAuthority();
            succeed(kubectl.create(RUNTIME));
            succeed(kubectl.create(TRAIN_JOB));

            hasNodes(client, namespace.name(), 1);
            String first = pod(client, namespace.name(), 0);
            load(kubectl, 3);
            hasNodes(client, namespace.name(), 3);

            client.resources(HorizontalPodAutoscaler.class)
                    .inNamespace(namespace.name())
                    .withName("el")
                    .delete();
            await("the autoscaler to be made again")
                    .atMost(LIMIT)
                    .until(() -> autoscalers(client, namespace.name()).size() == 1);
            load(kubectl, 2);
            hasNodes(client, namespace.name(), 2);
            assertThat(pod(client, namespace.name(), 0))
                    .as("the highest index is taken away, the first pod stays as it is")
                    .isEqualTo(first);
            assertThat(kubectl.run("get", "events", "--field-selector", "reason=Scaled")
                            .output())
                    .contains("from 1 to 3 nodes", "from 3 to 2 nodes");

            suspend(kubectl, true);
            await("suspended jobs have no autoscaler").atMost(LIMIT).until(() -> autoscalers(client, namespace.name())
                    .isEmpty());
            suspend(kubectl, false);
            hasNodes(client, namespace.name(), 2);
            assertThat(autoscalers(client, namespace.name())).hasSize(1);

            SimulatedPods pods = cluster.pods(namespace.name());
            pods.end(pods.awaitRunning(2, pods()).get(0), Outcome.SUCCEEDED);
            await("ELASTIC-24: the job is complete with one node that ended well")
                    .atMost(LIMIT)
                    .until(() -> kubectl.run("get", "trainjob", "el", "-o", "jsonpath={.status.phase}")
                            .output()
                            .equals("Complete"));
            await("a job that has ended has no autoscaler")
                    .atMost(LIMIT)
                    .until(() -> autoscalers(client, namespace.name()).isEmpty());
        } finally {
            client.resources(ClusterTrainingRuntime.class)
                    .withName("autoscaled")
                    .delete();
        }
    }

    private static void load(Kubectl kubectl, int value) throws Exception {
        succeed(kubectl.run(
                "patch",
                "load.external.metrics.k8s.io",
                "load",
                "--type=merge",
                "-p",
                "{\"value\": \"" + value + "\"}"));
    }

    private static void suspend(Kubectl kubectl, boolean suspended) throws Exception {
        succeed(kubectl.run(
                "patch", "trainjob", "el", "--type=merge", "-p", "{\"spec\":{\"suspend\":" + suspended + "}}"));
    }

    private static void hasNodes(KubernetesClient client, String namespace, int nodes) {
        await(nodes + " nodes").atMost(LIMIT).untilAsserted(() -> {
            TrainJob trainJob = client.resources(TrainJob.class)
                    .inNamespace(namespace)
                    .withName("el")
                    .get();
            assertThat(trainJob.getSpec().trainerOrEmpty().numNodes()).isEqualTo(nodes);
            assertThat(trainJob.statusOrEmpty().nodes()).isEqualTo(nodes);
            assertThat(trainJob.statusOrEmpty().readyNodes()).isEqualTo(nodes);
            Job job = client.resources(Job.class)
                    .inNamespace(namespace)
                    .withName("el-node-0")
                    .get();
            assertThat(List.of(job.getSpec().getParallelism(), job.getSpec().getCompletions()))
                    .containsOnly(nodes);
            assertThat(livingPods(client, namespace)).hasSize(nodes);
        });
    }

    private static Map<String, String> pods() {
        return Map.of("jobset.sigs.k8s.io/jobset-name", "el");
    }

    private static List<Pod> livingPods(KubernetesClient client, String namespace) {
        return client.pods().inNamespace(namespace).withLabels(pods()).list().getItems().stream()
                .filter(pod -> !pod.isMarkedForDeletion()
                        && "Running".equals(pod.getStatus().getPhase()))
                .toList();
    }

    private static String pod(KubernetesClient client, String namespace, int index) {
        return livingPods(client, namespace).stream()
                .filter(pod -> pod.getMetadata()
                        .getAnnotations()
                        .get("batch.kubernetes.io/job-completion-index")
                        .equals("" + index))
                .map(pod -> pod.getMetadata().getUid())
                .findFirst()
                .orElseThrow();
    }

    private static List<HorizontalPodAutoscaler> autoscalers(KubernetesClient client, String namespace) {
        return client.resources(HorizontalPodAutoscaler.class)
                .inNamespace(namespace)
                .list()
                .getItems();
    }

    private static void succeed(Kubectl.Result result) {
        assertThat(result.code()).as(result.output()).isZero();
    }
}
