package io.trainyard.launcher.gang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.process.PortRange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gangs under the real schedulers, whose programs are not among those of the test cluster: system properties name them, as
 * {@code testcluster/README.md} explains. Every fake node has 100k processors, and every pod asks for 60k, so a node holds one.
 */
@DisplayName("gangs under real Volcano and KAI schedulers (opt-in)")
@RealCluster(customResourceDefinitions = {"../deploy/crds", "src/test/resources/crds"})
final class RealGangSchedulersIT {
    private static final String PROCESSORS = "60k";
    private static final int NODES = 3;

    @Test
    @EnabledIfSystemProperty(
            named = "gang.volcano.scheduler",
            matches = ".+",
            disabledReason = "-Dgang.volcano.scheduler names no program")
    @DisplayName("Volcano: a gang that does not fit waits as a whole and starts as a whole; initializers do not block")
    void volcano(TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws IOException {
        Path configuration = Files.createDirectories(files.resolve("volcano")).resolve("scheduler.conf");
        Files.writeString(
                configuration,
                """
                actions: "enqueue, allocate, backfill"
                tiers:
                - plugins: [{name: priority}, {name: gang}]
                - plugins: [{name: predicates}, {name: proportion}, {name: binpack}, {name: network-topology-aware}]
                """);
        try (SchedulerProcess scheduler = new SchedulerProcess()) {
            scheduler.start(
                    files.resolve("volcano.log"),
                    cluster.kubeconfig(),
                    System.getProperty("gang.volcano.scheduler"),
                    "--kubeconfig=" + cluster.kubeconfig(),
                    "--scheduler-conf=" + configuration,
                    "--scheduler-name=volcano",
                    "--leader-elect=false",
                    "--enable-healthz=false",
                    "--listen-address=127.0.0.1:" + port());
            open(cluster.adminClient(), "default");
            gangsStartWholeOrNotAtAll("volcano", cluster, namespace, files, RealGangSchedulersIT::obstaclesOfVolcano);
            assertThat(scheduler.isAlive()).isTrue();
        }
    }

    @Test
    @EnabledIfSystemProperty(
            named = "gang.kai.scheduler",
            matches = ".+",
            disabledReason = "-Dgang.kai.scheduler and -Dgang.kai.binder name no programs")
    @DisplayName("KAI: a gang that does not fit waits as a whole and starts as a whole; initializers do not block")
    void kai(TestCluster cluster, TestNamespace namespace, @TempDir Path files) {
        KubernetesClient admin = cluster.adminClient();
        apply(admin, queue("default-parent-queue", ""));
        apply(admin, queue("default-queue", "parentQueue: default-parent-queue, "));
        apply(admin, "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: train}, value: 50}");
        try (SchedulerProcess scheduler = new SchedulerProcess()) {
            scheduler.start(
                    files.resolve("kai.log"),
                    cluster.kubeconfig(),
                    System.getProperty("gang.kai.scheduler"),
                    "--listen-address=127.0.0.1:" + port(),
                    "--plugin-server-port=" + port());
            scheduler.start(
                    files.resolve("binder.log"),
                    cluster.kubeconfig(),
                    System.getProperty("gang.kai.binder"),
                    "--kubeconfig=" + cluster.kubeconfig(),
                    "--metrics-bind-address=0",
                    "--health-probe-bind-address=127.0.0.1:" + port());
            gangsStartWholeOrNotAtAll("kai", cluster, namespace, files, RealGangSchedulersIT::obstaclesOfKai);
            assertThat(scheduler.isAlive()).isTrue();
        }
    }

    private static void gangsStartWholeOrNotAtAll(
            String member, TestCluster cluster, TestNamespace namespace, Path files, Consumer<GangJobs> obstacles) {
        GangJobs jobs = new GangJobs(cluster.adminClient(), namespace.name());
        jobs.runtimes(member, PROCESSORS);
        try (ControllerProcess controller = Distribution.startController(files, cluster.kubeconfig())) {
            jobs.create("first", member, NODES - 1);
            cluster.pods(namespace.name()).awaitRunning(NODES - 1, labels("first"));

            // One node is free, so that half of this gang would fit.
            jobs.create("second", member, 2);
            await().atMost(GangJobs.LIMIT).untilAsserted(() -> assertThat(jobs.told("second", "GangUnschedulable"))
                    .anySatisfy(text ->
                            assertThat(text).startsWith("the pods start only together, and there is room for")));
            assertThat(jobs.pods("second"))
                    .hasSize(2)
                    .allSatisfy(pod -> assertThat(pod.getSpec().getNodeName()).isNull());

            cluster.pods(namespace.name()).endAll(NODES - 1, labels("first"), Outcome.SUCCEEDED);
            cluster.pods(namespace.name()).endAll(2, labels("second"), Outcome.SUCCEEDED);

            jobs.create("third", member + "-data", NODES);
            cluster.pods(namespace.name()).endAll(1, labels("third"), Outcome.SUCCEEDED);
            cluster.pods(namespace.name()).awaitRunning(NODES, labels("third"));
            for (String healthy : List.of("first", "third")) {
                assertThat(jobs.told(healthy, "GangUnschedulable"))
                        .as("warnings about %s, which started as it should (GANG-69)", healthy)
                        .isEmpty();
            }
            cluster.pods(namespace.name()).endAll(NODES, labels("third"), Outcome.SUCCEEDED);

            obstacles.accept(jobs);
            assertThat(controller.process().isAlive()).isTrue();
        }
    }

    /** What keeps a gang, of which Volcano says nothing or only by events about the PodGroup (GANG-72, VOLC-23). */
    private static void obstaclesOfVolcano(GangJobs jobs) {
        KubernetesClient admin = jobs.client();
        apply(
                admin,
                "{apiVersion: scheduling.volcano.sh/v1beta1, kind: Queue, metadata: {name: small}, spec: {weight: 1, capability: {cpu: "
                        + PROCESSORS + "}}}");
        open(admin, "small");
        apply(
                admin,
                "{apiVersion: topology.volcano.sh/v1alpha1, kind: HyperNode, metadata: {name: hall}, spec: {tier: 1, tierName: example.com/hall,"
                        + " members: [{type: Node, selector: {labelMatch: {matchLabels: {example.com/hall: a}}}}]}}");
        String queue = "annotations: {scheduling.volcano.sh/queue-name: %s}";
        jobs.createIn(queue.formatted("nowhere"), "lost", "volcano", 1);
        jobs.createIn(queue.formatted("small"), "holder", "volcano", 1);
        jobs.createIn(queue.formatted("small"), "beyond", "volcano", 2);
        jobs.nodes(
                "racks",
                "volcano: {networkTopology: {topologyKey: example.com/rack, networkPolicy: Strict}}",
                PROCESSORS);
        jobs.create("apart", "racks", 2);

        told(jobs, "lost", "GangUnschedulable", "its queue nowhere does not exist");
        told(jobs, "beyond", "GangUnschedulable", "it can never start: queue small allows at most");
        told(
                jobs,
                "apart",
                "TrainJobResourcesCreationFailed",
                "no HyperNode selects nodes by label example.com/rack or has the tierName example.com/rack; known: example.com/hall");
        assertThat(jobs.pods("apart"))
                .as("pods of a gang that would run across racks")
                .isEmpty();

        await().atMost(GangJobs.LIMIT).until(() -> jobs.pods("holder", "Running") == 1);
        jobs.createIn(queue.formatted("small"), "waits", "volcano", 1);
        told(jobs, "waits", "GangUnschedulable", "its queue is full: too little cpu is left");
        admin.genericKubernetesResources("topology.volcano.sh/v1alpha1", "HyperNode")
                .withName("hall")
                .delete();
    }

    /** What keeps a gang, as KAI says it, or does not say it (GANG-71, GANG-72). */
    private static void obstaclesOfKai(GangJobs jobs) {
        KubernetesClient admin = jobs.client();
        admin.genericKubernetesResources("scheduling.run.ai/v2", "Queue")
                .withName("default-parent-queue")
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\": {\"childQueues\": [\"default-queue\"]}}");
        apply(
                admin,
                queue("small", "parentQueue: default-parent-queue, ")
                        .replace(
                                "cpu: {quota: -1, limit: -1, overQuotaWeight: 1}",
                                "cpu: {quota: -1, limit: 60000000, overQuotaWeight: 1}"));
        String queue = "labels: {kai.scheduler/queue: %s}";
        jobs.createIn(queue.formatted("nowhere"), "lost", "kai", 1);
        jobs.createIn(queue.formatted("default-parent-queue"), "parent", "kai", 1);
        jobs.createIn(queue.formatted("small"), "holder", "kai", 1);
        jobs.createIn(queue.formatted("small"), "beyond", "kai", 2);

        told(jobs, "lost", "GangUnschedulable", "its queue nowhere does not exist");
        told(jobs, "parent", "GangUnschedulable", "its queue default-parent-queue has child queues");
        told(jobs, "beyond", "GangUnschedulable", "it can never start: queue small allows at most 60000 cores");

        await().atMost(GangJobs.LIMIT).until(() -> jobs.pods("holder", "Running") == 1);
        jobs.createIn(queue.formatted("small"), "waits", "kai", 1);
        told(jobs, "waits", "GangUnschedulable", "queue small is full: of its 60000 cores 60000 are in use");
        assertThat(jobs.told("beyond", "GangUnschedulable"))
                .as("one event, however often KAI says it")
                .hasSize(1);
    }

    private static void told(GangJobs jobs, String trainJob, String reason, String words) {
        await("the events of " + trainJob).atMost(GangJobs.LIMIT).untilAsserted(() -> assertThat(
                        jobs.told(trainJob, reason))
                .anySatisfy(text -> assertThat(text).contains(words)));
    }

    private static Map<String, String> labels(String trainJob) {
        return Map.of("jobset.sigs.k8s.io/jobset-name", trainJob);
    }

    /** What Volcano's own controller would do with the queue that its scheduler makes. */
    private static void open(KubernetesClient admin, String name) {
        var queue = admin.genericKubernetesResources("scheduling.volcano.sh/v1beta1", "Queue")
                .withName(name);
        await().atMost(GangJobs.LIMIT).until(() -> Optional.ofNullable(queue.get()), Optional::isPresent);
        queue.subresource("status").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\": {\"state\": \"Open\"}}");
    }

    private static String queue(String name, String parent) {
        String unlimited = "{quota: -1, limit: -1, overQuotaWeight: 1}";
        return "{apiVersion: scheduling.run.ai/v2, kind: Queue, metadata: {name: " + name + "}, spec: {" + parent
                + "resources: {cpu: " + unlimited + ", gpu: " + unlimited + ", memory: " + unlimited + "}}}";
    }

    private static void apply(KubernetesClient admin, String yaml) {
        admin.load(new ByteArrayInputStream(("---\n" + yaml).getBytes(StandardCharsets.UTF_8)))
                .items()
                .forEach(object -> admin.resource(object).serverSideApply());
    }

    private static int port() {
        List<Integer> ports = PortRange.DEFAULT.choose(1, new Random());
        return ports.get(0);
    }
}
