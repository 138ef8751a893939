package io.trainyard.launcher.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import io.trainyard.testcluster.faults.FaultProxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What others do for a TrainJob is not done for a while. */
@RealCluster(customResourceDefinitions = {"../deploy/crds", "src/test/resources/crds"})
@DisplayName("JobSet's controller or the webhooks are away (PIPE-16, JOBSET-21)")
final class ComponentsAwayIT {
    /** A runtime of the name that TrainJobUser uses. */
    private static final String PLAIN =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: mpi-gang}
            spec:
              mlPolicy: {numNodes: 2}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {template: {spec: {containers: [{name: node, image: example.com/image}]}}}
            """;

    private TestCluster cluster;
    private FaultProxy proxy;
    private Watching watching;
    private TrainJobUser user;
    private InProcessController controller;

    @BeforeEach
    void start(TestCluster given, TestNamespace namespace) {
        cluster = given;
        proxy = given.startFaultProxy();
        watching = new Watching(given.adminClient());
        user = new TrainJobUser(given.adminClient(), watching, namespace.name());
        user.create(PLAIN);
        controller = InProcessController.start(proxy, "controller", given.kubeconfig(), List.of(namespace.name()));
    }

    @AfterEach
    void stop() {
        controller.kill();
        user.leave();
        watching.close();
        proxy.close();
    }

    @Test
    @DisplayName(
            "without JobSet running jobs stay as they are, new ones are told about and not hammered; all goes on when it is back")
    void jobSetIsAway() {
        user.createJob("running", "");
        awaitPods("running");
        cluster.stopJobSet();
        try {
            user.createJob("new", "");
            user.until("an event", () -> events().stream().anyMatch(event -> event.contains("webhook")));
            user.patch("running", "{\"spec\": {\"suspend\": true}}");
            TrainJobUser.pause(Duration.ofSeconds(4));

            assertThat(proxy.calls(record ->
                            record.call().isOf("jobsets") && record.call().isWrite() && record.answered() >= 400))
                    .as("refused attempts for two jobs")
                    .hasSizeLessThan(60);
            assertThat(user.jobSet("new")).isEmpty();
            assertThat(user.status("running").isFinished()).isFalse();
        } finally {
            cluster.startJobSet();
        }
        awaitPods("new");
        user.awaitSuspended("running", true);
        user.patch("running", "{\"spec\": {\"suspend\": false}}");
        awaitPods("running");
        end("running");
        user.awaitCondition("running", "Complete");
    }

    @Test
    @DisplayName("without our webhooks TrainJobs are not admitted, and those that run go on to their end")
    void ourWebhooksAreAway() {
        user.createJob("running", "");
        user.createJob("deleted", "");
        awaitPods("running");
        awaitPods("deleted");
        // Nobody listens there.
        try (WebhookConfigurations unanswered =
                        WebhookConfigurations.install(cluster, Path.of("..", "deploy", "webhooks"), 1);
                KubernetesClient client = cluster.openClientWithoutRetries()) {
            assertThat(unanswered).isNotNull();
            TrainJobUser other = new TrainJobUser(client, watching, user.namespace());
            other.until("a refusal", () -> isRefused(other, "late"));
            assertThatThrownBy(() -> other.createJob("refused", ""))
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining("webhook");
            controller.kill();
            controller = InProcessController.start(proxy, "successor", cluster.kubeconfig(), List.of(user.namespace()));
            end("running");
            user.awaitCondition("running", "Complete");
            user.delete("deleted");
            user.until("no JobSet", () -> user.jobSet("deleted").isEmpty());
        }
    }

    private static boolean isRefused(TrainJobUser user, String name) {
        try {
            user.createJob(name, "suspend: true");
            user.delete(name);
            return false;
        } catch (KubernetesClientException refused) {
            return true;
        }
    }

    private void awaitPods(String job) {
        cluster.pods(user.namespace()).awaitRunning(2, labels(job));
    }

    private void end(String job) {
        cluster.pods(user.namespace()).endAll(2, labels(job), Outcome.SUCCEEDED);
    }

    private static Map<String, String> labels(String job) {
        return Map.of("jobset.sigs.k8s.io/jobset-name", job);
    }

    private List<String> events() {
        return cluster.adminClient().v1().events().inNamespace(user.namespace()).list().getItems().stream()
                .map(Event::getMessage)
                .toList();
    }
}
