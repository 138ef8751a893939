package io.trainyard.launcher.gang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.AddOn;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.TestNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gangs on the real scheduler with the coscheduling plugin. Pods ask for a resource that only nodes of the test have, so there is exactly the room that a
 * test makes.
 */
@DisplayName("Coscheduling on its real scheduler")
@RealCluster(
        customResourceDefinitions = {"../deploy/crds", "src/test/resources/crds/coscheduling.yaml"},
        addOns = AddOn.COSCHEDULING,
        serviceAccounts = true)
final class CoschedulingIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static ControllerProcess controller;

    private KubernetesClient admin;
    private TestCluster cluster;
    private String namespace;
    private String slots;

    @BeforeAll
    static void start(TestCluster cluster, @TempDir Path files) {
        controller = Distribution.startController(files, cluster.kubeconfig());
    }

    @AfterAll
    static void stop() {
        controller.close();
    }

    @BeforeEach
    void use(TestCluster shared, TestNamespace own) {
        cluster = shared;
        admin = shared.adminClient();
        namespace = own.name();
        slots = "example.com/" + own.name();
    }

    @Test
    @DisplayName("a gang for which there is no room stays wholly pending, and starts wholly when room appears")
    void allOrNothing() {
        apply(nodes());
        try (TestNode small = node("small", 2)) {
            apply(trainJob("gang", 3, false));
            await().atMost(LIMIT).until(() -> pods("gang", "node").size() == 3);
            // The scheduler has seen all three and refused them for one another's sake.
            await().atMost(LIMIT).until(() -> pods("gang", "node").stream().allMatch(CoschedulingIT::isRefused));
            assertThat(pods("gang", "node")).noneMatch(CoschedulingIT::isPlaced);

            try (TestNode more = node("more", 1)) {
                cluster.pods(namespace).endAll(3, labels("gang", "node"), Outcome.SUCCEEDED);
                awaitCondition("gang", "Complete");
            }
        }
    }

    @Test
    @DisplayName(
            "initializers run first and a launcher last, in a cluster with room for just that, and nobody waits for ever (GANG-30 to GANG-38)")
    void theOrderOfStartIsNoDeadlock() {
        apply(runtime(
                """
                        {name: data, template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}},
                         spec: {template: {spec: %s}}}}
                        """
                        .formatted(pods("dataset-initializer")),
                """
                        {name: node, dependsOn: [{name: data, status: Complete}], template: {metadata: {labels:
                         {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}, spec: {template: {spec: %s}}}}
                        """
                        .formatted(pods("node")),
                "{name: launcher, dependsOn: [{name: node, status: Ready}], template: {spec: {template: {spec: "
                        + pods("launcher") + "}}}}"));
        try (TestNode room = node("room", 3)) {
            apply(trainJob("order", 2, false));

            cluster.pods(namespace).endAll(1, labels("order", "data"), Outcome.SUCCEEDED);
            cluster.pods(namespace).awaitRunning(2, labels("order", "node"));
            cluster.pods(namespace).awaitRunning(1, labels("order", "launcher"));

            Map<String, Object> spec = podGroup("order");
            assertThat(spec).containsEntry("minMember", 2);
            assertThat((Map<?, ?>) spec.get("minResources"))
                    .as("room for the launcher is asked for too (GANG-36)")
                    .hasToString("{" + slots + "=3}");
            cluster.pods(namespace).endAll(2, labels("order", "node"), Outcome.SUCCEEDED);
            cluster.pods(namespace).endAll(1, labels("order", "launcher"), Outcome.SUCCEEDED);
            awaitCondition("order", "Complete");
        }
    }

    @Test
    @DisplayName(
            "a member that fails when another has ended waits for ever; what is said of it lets it start when it is typed (GANG-72)")
    void aMemberLostTooLate() {
        apply(nodes().replace(
                        "spec: {template: {spec: {schedulerName",
                        "spec: {backoffLimit: 3, template: {spec: {schedulerName"));
        try (TestNode room = node("late", 2)) {
            apply(trainJob("late", 2, false));
            List<Pod> both = cluster.pods(namespace).awaitRunning(2, labels("late", "node"));
            cluster.pods(namespace).end(both.get(0), Outcome.SUCCEEDED);
            cluster.pods(namespace).end(both.get(1), Outcome.FAILED);

            GangJobs jobs = new GangJobs(admin, namespace);
            await().atMost(LIMIT).untilAsserted(() -> assertThat(jobs.told("late", "GangUnschedulable"))
                    .anySatisfy(text -> assertThat(text)
                            .contains(
                                    "the gang needs 2 unfinished pods to start and has 1; finished pods do not count",
                                    "kubectl patch podgroups.scheduling.x-k8s.io late -n " + namespace
                                            + " --type merge -p '{\"spec\":{\"minMember\":1}}'")));

            group("late").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"minMember\": 1}}");
            cluster.pods(namespace).endAll(1, labels("late", "node"), Outcome.SUCCEEDED);
            awaitCondition("late", "Complete");
        }
    }

    @Test
    @DisplayName("suspended, resized, resumed, finished, deleted: the PodGroup goes along (GANG-42, GANG-46, GANG-51)")
    void theLifeOfAPodGroup() {
        apply(nodes());
        try (TestNode room = node("life", 3)) {
            apply(trainJob("life", 2, true));
            await().atMost(LIMIT).until(() -> exists("life"));
            assertThat(podGroup("life")).containsEntry("minMember", 2);

            patch("life", "{\"spec\": {\"trainer\": {\"numNodes\": 3}}}");
            await().atMost(LIMIT)
                    .until(() -> Integer.valueOf(3).equals(podGroup("life").get("minMember")));

            patch("life", "{\"spec\": {\"suspend\": false}}");
            cluster.pods(namespace).awaitRunning(3, labels("life", "node"));
            patch("life", "{\"spec\": {\"suspend\": true}}");
            await().atMost(LIMIT).until(() -> pods("life", "node").isEmpty());
            patch("life", "{\"spec\": {\"suspend\": false}}");
            cluster.pods(namespace).endAll(3, labels("life", "node"), Outcome.SUCCEEDED);
            awaitCondition("life", "Complete");
            assertThat(exists("life")).as("it stays with the finished TrainJob").isTrue();

            admin.resources(TrainJob.class)
                    .inNamespace(namespace)
                    .withName("life")
                    .delete();
            await().atMost(LIMIT).until(() -> !exists("life"));
        }
    }

    @Test
    @DisplayName(
            "what LimitRanges and RuntimeClasses add to pods is asked for, also when they come while the job is suspended"
                    + " (GANG-24, GANG-27, GANG-65, GANG-66)")
    void whatTheClusterAddsIsCounted() {
        apply(nodes("runtimeClassName: " + namespace + ", "));
        apply(trainJob("later", 2, true));
        await().atMost(LIMIT).until(() -> exists("later"));
        assertThat(minResources("later")).isEqualTo("{" + slots + "=2}");

        apply(
                """
                apiVersion: v1
                kind: LimitRange
                metadata: {name: usual, namespace: %s}
                spec: {limits: [{type: Container, defaultRequest: {memory: 1Gi}}]}
                """
                        .formatted(namespace));
        await().atMost(LIMIT).until(() -> minResources("later").equals("{" + slots + "=2, memory=2Gi}"));

        apply(
                """
                apiVersion: node.k8s.io/v1
                kind: RuntimeClass
                metadata: {name: %s}
                handler: sandbox
                overhead: {podFixed: {cpu: 250m}}
                """
                        .formatted(namespace));
        try {
            await().atMost(LIMIT).until(() -> minResources("later").equals("{cpu=500m, " + slots + "=2, memory=2Gi}"));
        } finally {
            admin.runtimeClasses().withName(namespace).delete();
        }
    }

    /** A runtime of nodes only. */
    private String nodes() {
        return nodes("");
    }

    private String nodes(String further) {
        return runtime(
                "{name: node, template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}},"
                        + " spec: {template: {spec: " + pods("node").replaceFirst("\\{", "{" + further) + "}}}}");
    }

    private String minResources(String name) {
        return new TreeMap<>((Map<?, ?>) podGroup(name).get("minResources")).toString();
    }

    private String pods(String container) {
        return "{schedulerName: " + AddOn.COSCHEDULING_SCHEDULER_NAME + ", containers: [{name: " + container
                + ", image: example/train, resources: {limits: {" + slots + ": 1}}}]}";
    }

    private TestNode node(String name, int room) {
        return cluster.addNode(namespace + "-" + name, Map.of(slots, new Quantity(String.valueOf(room))));
    }

    private String runtime(String... jobs) {
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: gangs, namespace: %s}
                spec:
                  mlPolicy: {numNodes: 1}
                  podGroupPolicy: {coscheduling: {scheduleTimeoutSeconds: 20}}
                  template: {spec: {replicatedJobs: [%s]}}
                """
                .formatted(namespace, String.join(", ", jobs));
    }

    private String trainJob(String name, int nodes, boolean suspend) {
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s, namespace: %s}
                spec: {suspend: %s, runtimeRef: {kind: TrainingRuntime, name: gangs}, trainer: {numNodes: %d}}
                """
                .formatted(name, namespace, suspend, nodes);
    }

    private void apply(String yaml) {
        admin.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .items()
                .forEach(object -> admin.resource(object).serverSideApply());
    }

    private void patch(String name, String patch) {
        admin.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName(name)
                .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    private void awaitCondition(String name, String type) {
        await().atMost(LIMIT).until(() -> admin.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName(name)
                .get()
                .statusOrEmpty()
                .isTrue(type));
    }

    private List<Pod> pods(String trainJob, String job) {
        return admin.pods()
                .inNamespace(namespace)
                .withLabels(labels(trainJob, job))
                .list()
                .getItems();
    }

    private static Map<String, String> labels(String trainJob, String job) {
        return Map.of("jobset.sigs.k8s.io/jobset-name", trainJob, "jobset.sigs.k8s.io/replicatedjob-name", job);
    }

    private static boolean isRefused(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("PodScheduled")
                        && condition.getStatus().equals("False"));
    }

    private static boolean isPlaced(Pod pod) {
        return pod.getSpec().getNodeName() != null;
    }

    private boolean exists(String name) {
        return group(name).get() != null;
    }

    private Map<String, Object> podGroup(String name) {
        return group(name).require().get("spec");
    }

    private Resource<GenericKubernetesResource> group(String name) {
        return admin.genericKubernetesResources("scheduling.x-k8s.io/v1alpha1", "PodGroup")
                .inNamespace(namespace)
                .withName(name);
    }
}
