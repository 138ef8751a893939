package io.trainyard.launcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.JobStatus;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.testcluster.faults.CallRecord;
import io.trainyard.testcluster.faults.FaultProxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * The whole life of one TrainJob in a namespace of its own, an initializer and then an MPI job in a gang: made suspended, resized, resumed, suspended, resized in
 * vain, resumed, failed, deleted. After
 * each step it waits until the controller has followed. {@link #restart} may be called at any moment, by any thread.
 */
final class TrainJobLife implements AutoCloseable {
    static final String NAME = "life";

    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final Duration SETTLED = Duration.ofMillis(250);

    /** So long a controller on a busy machine may take for one step of its last reconcile. */
    private static final Duration COME_TO_REST = Duration.ofSeconds(4);

    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: mpi-gang}
            spec:
              mlPolicy: {numNodes: 2, mpi: {}}
              podGroupPolicy: {coscheduling: {}}
              template:
                spec:
                  successPolicy: {operator: All, targetReplicatedJobs: [launcher]}
                  replicatedJobs:
                    - name: dataset-initializer
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}
                        spec: {template: {spec: {containers: [{name: dataset-initializer, image: data}]}}}
                    - name: node
                      dependsOn: [{name: dataset-initializer, status: Complete}]
                      template: {spec: {template: {spec: {containers: [{name: node, image: mpi}]}}}}
                    - name: launcher
                      dependsOn: [{name: node, status: Ready}]
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {template: {spec: {containers: [{name: node, image: mpi}]}}}
            """;
    private static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: life}
            spec:
              runtimeRef: {kind: TrainingRuntime, name: mpi-gang}
              initializer: {dataset: {storageUri: "hf://data/set"}}
              trainer: {numNodes: 2}
              suspend: true
            """;

    private final KubernetesClient client;
    private final Watching watching;
    private final FaultProxy proxy;
    private final Path kubeconfig;
    private final String namespace;
    private final PlayedJobSet played;
    private final ExecutorService births = Executors.newSingleThreadExecutor();
    private final AtomicInteger starts = new AtomicInteger();
    private final List<InProcessController> controllers = new CopyOnWriteArrayList<>();

    TrainJobLife(KubernetesClient client, Watching watching, FaultProxy proxy, Path kubeconfig, String namespace) {
        this.client = client;
        this.watching = watching;
        this.proxy = proxy;
        this.kubeconfig = kubeconfig;
        this.namespace = namespace;
        this.played = new PlayedJobSet(client, namespace, NAME);
    }

    String namespace() {
        return namespace;
    }

    /** The controller is killed, and another one is about to start. */
    void restart() {
        if (!controllers.isEmpty()) {
            controllers.get(controllers.size() - 1).kill();
        }
        births.execute(() -> controllers.add(InProcessController.start(
                proxy, namespace + "-" + starts.incrementAndGet(), kubeconfig, List.of(namespace))));
    }

    /** From nothing to the end of the TrainJob, all of whose objects are still there. */
    void untilItHasFailed() {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();
        client.resource(RUNTIME).inNamespace(namespace).create();
        restart();
        client.resource(TRAIN_JOB).inNamespace(namespace).create();
        until("Suspended", () -> status().isTrue("Suspended"));
        settle();
        patch("{\"spec\": {\"trainer\": {\"numNodes\": 3}}}");
        until("3 nodes", () -> jobSet().filter(found -> nodes(found) == 3).isPresent());
        settle();

        patch("{\"spec\": {\"suspend\": false}}");
        until("a resumed JobSet", () -> jobSet().filter(found -> !found.suspended())
                .isPresent());
        until("not Suspended", () -> !status().isTrue("Suspended"));
        play(job("dataset-initializer", 1, 0, 1), job("node", 0, 0, 0), job("launcher", 0, 0, 0));
        play(job("dataset-initializer", 0, 1, 0), job("node", 1, 0, 1), job("launcher", 1, 0, 1));
        until("phase Running", () -> "Running".equals(status().phase()));
        settle();

        patch("{\"spec\": {\"suspend\": true}}");
        until("a suspended JobSet", () -> jobSet().filter(JobSet::suspended).isPresent());
        until("Suspended", () -> status().isTrue("Suspended"));
        play(job("dataset-initializer", 0, 1, 0), suspended("node"), suspended("launcher"));
        // What has started keeps its number.
        patch("{\"spec\": {\"trainer\": {\"numNodes\": 2}}}");
        until("a look at the new spec", () -> Long.valueOf(4).equals(status().observedGeneration()));
        settle();

        patch("{\"spec\": {\"suspend\": false}}");
        until("a resumed JobSet", () -> jobSet().filter(found -> !found.suspended())
                .isPresent());
        until("not Suspended", () -> !status().isTrue("Suspended"));
        play(job("dataset-initializer", 0, 1, 0), job("node", 1, 0, 1), job("launcher", 1, 0, 1));
        played.ends("Failed", "FailedJobs");
        until("Failed", () -> status().isTrue("Failed"));
        settle(COME_TO_REST);
    }

    /** Deletes the TrainJob; garbage is collected for so long. */
    void untilItIsForgotten(Duration time) {
        trainJob().delete();
        until("no TrainJob", () -> watching.trainJob(namespace, NAME).isEmpty());
        long end = System.nanoTime() + time.toNanos();
        do {
            PlayedJobSet.collectGarbage(client, namespace);
            pause(Duration.ofMillis(500));
        } while (System.nanoTime() - end < 0);
    }

    /** Waits for so long and gives what the controller wrote meanwhile. */
    List<CallRecord> silence(Duration time) {
        int before = writes().size();
        pause(time);
        List<CallRecord> all = writes();
        return all.subList(before, all.size());
    }

    NamespaceState state() {
        return NamespaceState.of(client, namespace);
    }

    /** What the controller asked to be written, whatever came of it. */
    List<CallRecord> writes() {
        return controllers.stream()
                .flatMap(controller ->
                        controller.way().calls(record -> record.call().isWrite()).stream())
                .toList();
    }

    private Optional<JobSet> jobSet() {
        return watching.jobSet(namespace, NAME);
    }

    private TrainJobStatus status() {
        return watching.status(namespace, NAME);
    }

    private static int nodes(JobSet found) {
        return found.replicatedJobs().stream()
                .filter(job -> "node".equals(job.get("name")))
                .mapToInt(job -> (int)
                        Tree.wholeNumber(job, "template", "spec", "parallelism").orElse(0))
                .sum();
    }

    private void play(JobStatus... jobs) {
        played.says(List.of(jobs));
        until("counters " + List.of(jobs), () -> List.of(jobs).equals(status().jobsStatus()));
        settle();
    }

    private static JobStatus job(String name, int ready, int succeeded, int active) {
        return new JobStatus(name, ready, succeeded, 0, active, 0);
    }

    private static JobStatus suspended(String name) {
        return new JobStatus(name, 0, 0, 0, 0, 1);
    }

    private void patch(String json) {
        trainJob().patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    private Resource<TrainJob> trainJob() {
        return client.resources(TrainJob.class).inNamespace(namespace).withName(NAME);
    }

    /** What is still under way shall belong to the step that caused it, so that each life has the same writes. */
    private void settle() {
        settle(SETTLED);
    }

    private void settle(Duration quiet) {
        long quietSince = System.nanoTime();
        int before = writes().size();
        while (System.nanoTime() - quietSince < quiet.toNanos()) {
            pause(Duration.ofMillis(50));
            int now = writes().size();
            if (now != before) {
                before = now;
                quietSince = System.nanoTime();
            }
        }
    }

    private void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end)
                    .as(
                            "time to wait for %s; status: %s; writes: %s",
                            what,
                            status(),
                            writes().stream().map(Object::toString).toList())
                    .isNegative();
            pause(Duration.ofMillis(20));
        }
    }

    private static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }

    @Override
    public void close() {
        births.shutdown();
        try {
            assertThat(births.awaitTermination(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("end of starts")
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        controllers.forEach(InProcessController::kill);
        client.resources(TrainingRuntime.class).inNamespace(namespace).delete();
        client.resources(TrainJob.class).inNamespace(namespace).delete();
    }

    /** The controllers' deletions that do not say which object they mean. */
    List<CallRecord> deletionsOfAnybody() {
        return writes().stream()
                .filter(record -> record.call().verb().startsWith("delete")
                        && record.call().statedUid().isEmpty())
                .toList();
    }

    /** How often each object was created, but for events. */
    Map<String, Long> creations() {
        return writes().stream()
                .filter(record -> record.isCreation() && !record.call().isOf("events"))
                .collect(Collectors.groupingBy(
                        record -> record.call().resource() + " " + record.call().name(),
                        TreeMap::new,
                        Collectors.counting()));
    }
}
