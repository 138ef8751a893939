package io.trainyard.launcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.JobStatus;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What a user does with the TrainJobs of a namespace, and what he sees, past any proxy.
 *
 * @param client may do everything
 */
record TrainJobUser(KubernetesClient client, Watching watching, String namespace) {
    private static final Duration LIMIT = Duration.ofSeconds(180);

    /** A node of an MPI job in a gang, and its launcher. */
    static final String MPI_GANG =
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
                    - name: node
                      template: {spec: {template: {spec: {containers: [{name: node, image: mpi}]}}}}
                    - name: launcher
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec: {template: {spec: {containers: [{name: node, image: mpi}]}}}
            """;

    /** The namespace itself. */
    void arrive() {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();
    }

    /** Any object, in this namespace. */
    void create(String yaml) {
        client.resource(yaml).inNamespace(namespace).create();
    }

    /** A TrainJob of the runtime of {@link #MPI_GANG}, with further fields of its spec. */
    TrainJob createJob(String name, String spec) {
        TrainJob job = client.getKubernetesSerialization()
                .unmarshal(
                        """
                        apiVersion: trainer.kubeflow.org/v1alpha1
                        kind: TrainJob
                        metadata: {name: %s, namespace: %s}
                        spec: {runtimeRef: {kind: TrainingRuntime, name: mpi-gang}%s}
                        """
                                .formatted(name, namespace, spec.isEmpty() ? "" : ", " + spec),
                        TrainJob.class);
        return client.resource(job).create();
    }

    void patch(String name, String json) {
        trainJob(name).patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    void delete(String name) {
        trainJob(name).delete();
    }

    /** All that this user made and that keeps a controller busy. */
    void leave() {
        client.resources(TrainingRuntime.class).inNamespace(namespace).delete();
        client.resources(TrainJob.class).inNamespace(namespace).delete();
    }

    Resource<TrainJob> trainJob(String name) {
        return client.resources(TrainJob.class).inNamespace(namespace).withName(name);
    }

    TrainJobStatus status(String name) {
        return watching.status(namespace, name);
    }

    Optional<JobSet> jobSet(String name) {
        return watching.jobSet(namespace, name);
    }

    JobSet awaitJobSet(String name) {
        return await("JobSet " + name, () -> jobSet(name));
    }

    /** Waits until the JobSet is suspended, or is not. */
    void awaitSuspended(String name, boolean suspended) {
        until(name + (suspended ? " suspended" : " resumed"), () -> jobSet(name)
                .filter(found -> found.suspended() == suspended)
                .isPresent());
    }

    /** What JobSet's controller would do. */
    PlayedJobSet played(String name) {
        return new PlayedJobSet(client, namespace, name);
    }

    /** Waits until the status has these counters. */
    void awaitCounters(String name, List<JobStatus> jobs) {
        until("counters " + jobs, () -> status(name).jobsStatus().equals(jobs));
    }

    void awaitCondition(String name, String type) {
        until(type + " " + name, () -> status(name).isTrue(type));
    }

    /** The nodes run. */
    static List<JobStatus> running() {
        return List.of(new JobStatus("node", 1, 0, 0, 1, 0), new JobStatus("launcher", 1, 0, 0, 1, 0));
    }

    void until(String what, BooleanSupplier condition) {
        await(what, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty());
    }

    private <T> T await(String what, Supplier<Optional<T>> question) {
        long end = System.nanoTime() + LIMIT.toNanos();
        Optional<T> answer = question.get();
        while (answer.isEmpty()) {
            assertThat(System.nanoTime() - end)
                    .as("time to wait for %s in %s", what, namespace)
                    .isNegative();
            pause(Duration.ofMillis(20));
            answer = question.get();
        }
        return answer.get();
    }

    static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
