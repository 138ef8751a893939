package io.trainyard.launcher.kueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.process.ClusterCommands;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.testcluster.AddOn;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.SimulatedPods;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * TrainJobs in the queues of a real Kueue, with the webhooks of both. The queue of each test has room for two nodes in each of its two pools, and pods
 * reach a pool only with what Kueue gives them.
 */
@DisplayName("Kueue (PIPE-80 to PIPE-82, PIPE-85)")
@RealCluster(customResourceDefinitions = "../deploy/crds", addOns = AddOn.KUEUE)
final class KueueIT {
    private static ControllerProcess controller;
    private static WebhookConfigurations webhooks;

    private Pool pool;
    private Pool reserve;
    private Queue queue;
    private SimulatedPods pods;
    private ClusterCommands commands;

    @BeforeAll
    static void start(TestCluster cluster, @TempDir Path files) {
        controller = Distribution.startController(files, cluster.kubeconfig());
        webhooks =
                WebhookConfigurations.install(cluster, Path.of("..", "deploy", "webhooks"), controller.webhookPort());
        webhooks.awaitAuthority();
    }

    @AfterAll
    static void stop() {
        webhooks.close();
        controller.close();
    }

    @BeforeEach
    void makeQueue(TestCluster cluster, TestNamespace namespace) {
        pool = Pool.make(cluster, namespace.name() + "-a");
        reserve = Pool.make(cluster, namespace.name() + "-b");
        queue = Queue.make(cluster.adminClient(), namespace.name(), 2, pool, reserve);
        pods = cluster.pods(namespace.name());
        commands = new ClusterCommands(cluster.kubeconfig(), namespace.name());
        queue.apply(runtime("plain", job("node", "trainer", "")));
        queue.apply(runtime(
                "with-data",
                job("dataset-initializer", "dataset-initializer", ""),
                job("node", "trainer", "dependsOn: [{name: dataset-initializer, status: Complete}], ")));
    }

    @AfterEach
    void deleteQueue() {
        queue.close();
        reserve.close();
        pool.close();
    }

    @Test
    @DisplayName(
            "a job waits suspended until there is quota, and why says who holds it; then its pods go where its flavor says; when it ends, its quota is the next one's")
    void quotaDecidesWhoRuns() {
        queue.apply(trainJob("first", queue.label(), 2));
        assertThat(pods.awaitRunning(2, of("first"))).allMatch(pool::holds);
        queue.apply(trainJob("second", queue.label(), 2));
        assertThat(pods.awaitRunning(2, of("second"))).allMatch(reserve::holds);

        queue.apply(trainJob("third", queue.label(), 2));
        queue.awaitCondition("third", "QuotaReserved", "False");
        await().atMost(Queue.LIMIT).until(() -> queue.jobSet("third").isPresent());
        assertThat(queue.trainJob("third").getSpec().isSuspended()).isTrue();
        assertThat(queue.jobSet("third").orElseThrow().suspended())
                .as("PIPE-82")
                .isTrue();
        assertThat(pods.running(of("third"))).isEmpty();
        assertThat(whyQuotaIsUsedUp("third", "first"))
                .anyMatch(line -> line.startsWith("TrainJob " + queue.namespace() + "/second holds 2 cpu"));
        assertThat(queue.trainJob("second").getSpec().labels())
                .as("what Kueue's types do not know is still there after its updates (PIPE-85)")
                .containsEntry("team", "vision");

        pods.endAll(2, of("second"), Outcome.SUCCEEDED);
        queue.awaitCondition("second", "Finished", "True");
        assertThat(pods.awaitRunning(2, of("third"))).allMatch(reserve::holds);
        pods.end(pods.running(of("first")).get(0), Outcome.FAILED);
        queue.awaitCondition("first", "Finished", "True");
        assertThat(queue.trainJob("first").statusOrEmpty().isTrue("Failed")).isTrue();
    }

    /** What {@code trainyard why} gives as evidence for that; waits until it names the holders. */
    private List<String> whyQuotaIsUsedUp(String job, String holder) {
        Map<String, Object> cause = await("the cause of " + job)
                .atMost(Queue.LIMIT)
                .until(() -> commands.why(job), found -> "QuotaExceeded".equals(found.get("kind")));
        assertThat(Tree.text(cause, "message"))
                .as("OPS-103")
                .startsWith("it waits in queue " + queue.namespace() + ", whose quota is used up; ")
                .contains("TrainJob " + queue.namespace() + "/" + holder);
        assertThat(Tree.text(cause, "advice")).contains("raise the quota of the ClusterQueue");
        return Tree.strings(cause, "evidence");
    }

    @Test
    @DisplayName("an evicted job loses its pods and its selector, and is admitted again, into another flavor")
    void anEvictedJobIsAdmittedAgain() {
        queue.apply(trainJob("evicted", queue.label(), 2));
        assertThat(pods.awaitRunning(2, of("evicted"))).allMatch(pool::holds);

        queue.setActive("evicted", false);
        queue.awaitCondition("evicted", "QuotaReserved", "False");
        await().atMost(Queue.LIMIT).until(() -> pods.running(of("evicted")).isEmpty());
        await("the next apply takes the selector away")
                .atMost(Queue.LIMIT)
                .until(() -> nodeSelector("evicted") == null);
        assertThat(queue.trainJob("evicted").getSpec().isSuspended()).isTrue();
        assertThat(queue.trainJob("evicted").statusOrEmpty().isTrue("Suspended"))
                .isTrue();

        queue.apply(trainJob("other", queue.label(), 2));
        assertThat(pods.awaitRunning(2, of("other"))).allMatch(pool::holds);
        queue.setActive("evicted", true);
        assertThat(pods.awaitRunning(2, of("evicted"))).allMatch(reserve::holds);
        pods.endAll(2, of("evicted"), Outcome.SUCCEEDED);
        queue.awaitCondition("evicted", "Finished", "True");
    }

    @Test
    @DisplayName("a job of higher priority takes the place of another, which goes on afterwards")
    void aHigherPriorityPreempts() {
        queue.apply(trainJob("kept", queue.urgent(), 2));
        assertThat(pods.awaitRunning(2, of("kept"))).allMatch(pool::holds);
        queue.apply(trainJob("low", queue.label(), 2));
        assertThat(pods.awaitRunning(2, of("low"))).allMatch(reserve::holds);

        queue.apply(trainJob("high", queue.urgent(), 2));
        assertThat(pods.awaitRunning(2, of("high"))).allMatch(reserve::holds);
        queue.awaitCondition("low", "Preempted", "True");
        assertThat(pods.running(of("low"))).isEmpty();
        assertThat(queue.trainJob("low").getSpec().isSuspended()).isTrue();

        pods.endAll(2, of("high"), Outcome.SUCCEEDED);
        assertThat(pods.awaitRunning(2, of("low"))).allMatch(reserve::holds);
        pods.endAll(2, of("low"), Outcome.SUCCEEDED);
        queue.awaitCondition("low", "Finished", "True");
    }

    @Test
    @DisplayName("every replicated job is a pod set with its number of pods, and each is told where to go")
    void everyReplicatedJobIsAPodSet() {
        queue.apply(trainJob("steps", queue.label(), 1).replace("name: plain", "name: with-data"));

        List<Pod> data = pods.awaitRunning(1, of("steps", "dataset-initializer"));
        assertThat(data).allMatch(pool::holds);
        GenericKubernetesResource workload = queue.workload("steps");
        List<Map<String, Object>> podSets = workload.get("spec", "podSets");
        assertThat(podSets)
                .extracting(each -> each.get("name") + " " + each.get("count"))
                .containsExactly("dataset-initializer 1", "node 1");
        assertThat(queue.workloads())
                .as("the JobSet has none of its own: it is its parent's (PIPE-81)")
                .hasSize(1);
        pods.endAll(1, of("steps", "dataset-initializer"), Outcome.SUCCEEDED);
        assertThat(pods.awaitRunning(1, of("steps", "node"))).allMatch(pool::holds);
        pods.endAll(1, of("steps", "node"), Outcome.SUCCEEDED);
        queue.awaitCondition("steps", "Finished", "True");
    }

    @Test
    @DisplayName("a job without a queue is not held")
    void aJobWithoutAQueueRuns() {
        queue.apply(trainJob("free", "", 3));

        pods.endAll(3, of("free"), Outcome.SUCCEEDED);
        await().atMost(Queue.LIMIT)
                .until(() -> queue.trainJob("free").statusOrEmpty().isTrue("Complete"));
        assertThat(queue.workloads()).isEmpty();
    }

    private Object nodeSelector(String name) {
        return Tree.at(
                queue.jobSet(name).orElseThrow().replicatedJobs().get(0),
                "template",
                "spec",
                "template",
                "spec",
                "nodeSelector");
    }

    private String runtime(String name, String... jobs) {
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: %s, namespace: %s}
                spec:
                  mlPolicy: {numNodes: 1}
                  template: {spec: {replicatedJobs: [%s]}}
                """
                .formatted(name, queue.namespace(), String.join(", ", jobs));
    }

    private static String job(String name, String step, String more) {
        return """
                {name: %1$s, %3$stemplate: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: %2$s}}, spec: {backoffLimit: 0,
                 template: {spec: {containers: [{name: %1$s, image: example/image, resources: {requests: {cpu: 1}}}]}}}}}
                """
                .formatted(name, step, more);
    }

    private String trainJob(String name, String labels, int nodes) {
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s, namespace: %s, labels: {%s}}
                spec: {labels: {team: vision}, runtimeRef: {kind: TrainingRuntime, name: plain}, trainer: {numNodes: %d}}
                """
                .formatted(name, queue.namespace(), labels, nodes);
    }

    private static Map<String, String> of(String trainJob) {
        return Map.of("jobset.sigs.k8s.io/jobset-name", trainJob);
    }

    private static Map<String, String> of(String trainJob, String job) {
        return Map.of("jobset.sigs.k8s.io/jobset-name", trainJob, "jobset.sigs.k8s.io/replicatedjob-name", job);
    }
}
