package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scaling as users and autoscalers do it: through the subresource, with the webhooks of the built program. */
@RealCluster(customResourceDefinitions = "../deploy/crds")
@DisplayName("kubectl scale (API-223 to API-226, VAL-12, VAL-41, VAL-42)")
final class ScaleIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);

    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: %s}
            spec:
              mlPolicy: %s
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
            metadata: {name: %s}
            spec: {suspend: %s, runtimeRef: {kind: TrainingRuntime, name: %s}, trainer: {%s}}
            """;

    private static ControllerProcess controller;
    private static WebhookConfigurations webhooks;

    @BeforeAll
    static void start(TestCluster cluster, @TempDir Path folder) {
        controller = Distribution.startController(folder, cluster.kubeconfig());
        webhooks =
                WebhookConfigurations.install(cluster, Path.of("..", "deploy", "webhooks"), controller.webhookPort());
        webhooks.awaitAuthority();
    }

    @AfterAll
    static void stop() {
        webhooks.close();
        controller.close();
    }

    @Test
    @DisplayName("a suspended job takes any number, a running one none; what has no number cannot be scaled")
    void scaleFollowsTheRulesOfNumNodes(TestCluster cluster, TestNamespace namespace, @TempDir Path files)
            throws Exception {
        Kubectl kubectl = new Kubectl(cluster, namespace.name(), files);
        try {
            succeed(kubectl.create(RUNTIME.formatted("plain", "{numNodes: 1}")));
            succeed(kubectl.create(TRAIN_JOB.formatted("waiting", "true", "plain", "numNodes: 2")));
            succeed(kubectl.create(TRAIN_JOB.formatted("running", "false", "plain", "numNodes: 2")));
            succeed(kubectl.create(TRAIN_JOB.formatted("unsaid", "true", "plain", "")));

            succeed(kubectl.run("scale", "trainjob/waiting", "--replicas=3"));
            await("API-227: a JobSet that has not started is made anew with the new count")
                    .atMost(LIMIT)
                    .until(() ->
                            parallelism(cluster, namespace.name(), "waiting").equals("3"));
            await().atMost(LIMIT).untilAsserted(() -> assertThat(
                            kubectl.run("get", "trainjob", "running", "--subresource=scale", "-o", "jsonpath={.status}")
                                    .output())
                    .as("API-223")
                    .contains(
                            "\"replicas\":2",
                            "jobset.sigs.k8s.io/jobset-name=running,jobset.sigs.k8s.io/replicatedjob-name=node"));

            assertThat(kubectl.run("scale", "trainjob/running", "--replicas=3").output())
                    .as("VAL-42")
                    .contains("validator.trainjob.trainer.kubeflow.org", "spec.replicas: Forbidden");
            succeed(kubectl.run("scale", "trainjob/running", "--replicas=2"));
            assertThat(kubectl.run(
                                    "patch",
                                    "trainjob",
                                    "waiting",
                                    "--subresource=scale",
                                    "--type=merge",
                                    "-p",
                                    "{\"spec\":{\"replicas\":-1}}")
                            .output())
                    .as("API-225: the schema is asked, too")
                    .contains("Invalid value");
            assertThat(kubectl.run("get", "trainjob", "unsaid", "--subresource=scale")
                            .output())
                    .as("API-224")
                    .contains("spec replicas field", "does not exist");
        } finally {
            cluster.adminClient()
                    .resources(TrainingRuntime.class)
                    .inNamespace(namespace.name())
                    .delete();
        }
    }

    @Test
    @DisplayName(
            "ELASTIC-50e, ELASTIC-52, ELASTIC-54: where JobSet does not change the number of pods, an elastic job keeps its own and the user is told; suspended and"
                    + " resumed it has the new number")
    void withoutTheFeatureGateAnElasticJobIsResizedWhileSuspended(
            TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws Exception {
        Kubectl kubectl = new Kubectl(cluster, namespace.name(), files);
        try {
            succeed(kubectl.create(
                    RUNTIME.formatted("elastic", "{torch: {elasticPolicy: {minNodes: 1, maxNodes: 4}}}")));
            succeed(kubectl.create(TRAIN_JOB.formatted("el", "false", "elastic", "numNodes: 2")));
            cluster.pods(namespace.name()).awaitRunning(2, Map.of("jobset.sigs.k8s.io/jobset-name", "el"));

            succeed(kubectl.run("scale", "trainjob/el", "--replicas=3"));
            await("the refusal to be told").atMost(LIMIT).untilAsserted(() -> assertThat(
                            kubectl.run("get", "events", "--field-selector", "reason=InPlaceScalingUnsupported")
                                    .output())
                    .contains("spec.trainer.numNodes: 3 has no effect while the job runs with 2"));
            assertThat(parallelism(cluster, namespace.name(), "el")).isEqualTo("2");

            suspend(kubectl, true);
            await("a JobSet without pods is made anew")
                    .atMost(LIMIT)
                    .until(() -> parallelism(cluster, namespace.name(), "el").equals("3"));
            suspend(kubectl, false);
            cluster.pods(namespace.name()).awaitRunning(3, Map.of("jobset.sigs.k8s.io/jobset-name", "el"));
        } finally {
            cluster.adminClient()
                    .resources(TrainingRuntime.class)
                    .inNamespace(namespace.name())
                    .delete();
        }
    }

    private static void suspend(Kubectl kubectl, boolean suspended) throws Exception {
        succeed(kubectl.run(
                "patch", "trainjob", "el", "--type=merge", "-p", "{\"spec\":{\"suspend\":" + suspended + "}}"));
    }

    private static void succeed(Kubectl.Result result) {
        assertThat(result.code()).as(result.output()).isZero();
    }

    private static String parallelism(TestCluster cluster, String namespace, String name) {
        JobSet jobSet = cluster.adminClient()
                .resources(JobSet.class)
                .inNamespace(namespace)
                .withName(name)
                .get();
        return jobSet == null
                ? ""
                : String.valueOf(io.trainyard.foundation.tree.Tree.wholeNumber(
                                jobSet.replicatedJobs().get(0), "template", "spec", "parallelism")
                        .orElse(-1));
    }
}
