package io.trainyard.core.controller;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** What a user does with TrainJobs of one namespace, and what he sees. */
final class TrainJobScenario {
    static final Duration LIMIT = Duration.ofSeconds(180);

    private final TestCluster cluster;
    private final KubernetesClient client;
    private final String namespace;

    TrainJobScenario(TestCluster cluster, TestNamespace namespace) {
        this.cluster = cluster;
        this.client = cluster.adminClient();
        this.namespace = namespace.name();
    }

    String namespace() {
        return namespace;
    }

    /** A runtime of that name: one container on two nodes, nothing restarts. */
    void createRuntime(String name) {
        createRuntime(name, "");
    }

    /** A runtime with further lines in its JobSet spec, indented by six. */
    void createRuntime(String name, String jobSetSpec) {
        createRuntime(name, jobSetSpec, "");
    }

    /** One whose pods have further containers beside the one that trains. */
    void createRuntime(String name, String jobSetSpec, String furtherContainers) {
        String yaml =
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: %s, namespace: %s}
                spec:
                  mlPolicy: {numNodes: 2}
                  template:
                    spec:
                %s
                      replicatedJobs:
                        - name: node
                          template:
                            metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                            spec:
                              backoffLimit: 0
                              template:
                                spec:
                                  restartPolicy: Never
                                  containers: [{name: node, image: "registry.example/train:1"}%s]
                """
                        .formatted(name, namespace, jobSetSpec, furtherContainers);
        client.resource(client.getKubernetesSerialization().unmarshal(yaml, TrainingRuntime.class))
                .create();
    }

    /** A TrainJob with further lines in its spec, indented by two. */
    TrainJob create(String name, String runtime, String... spec) {
        String yaml =
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s, namespace: %s}
                spec:
                  runtimeRef: {kind: TrainingRuntime, name: %s}
                %s
                """
                        .formatted(name, namespace, runtime, String.join("\n", spec));
        return client.resource(client.getKubernetesSerialization().unmarshal(yaml, TrainJob.class))
                .create();
    }

    void patch(String name, Map<String, Object> patch) {
        client.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName(name)
                .patch(
                        io.fabric8.kubernetes.client.dsl.base.PatchContext.of(
                                io.fabric8.kubernetes.client.dsl.base.PatchType.JSON_MERGE),
                        client.getKubernetesSerialization().asJson(patch));
    }

    void delete(String name) {
        client.resources(TrainJob.class).inNamespace(namespace).withName(name).delete();
    }

    Optional<TrainJob> trainJob(String name) {
        return Optional.ofNullable(client.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName(name)
                .get());
    }

    Optional<JobSet> jobSet(String name) {
        return Optional.ofNullable(client.resources(JobSet.class)
                .inNamespace(namespace)
                .withName(name)
                .get());
    }

    JobSet awaitJobSet(String name) {
        return await().atMost(LIMIT)
                .until(() -> jobSet(name), Optional::isPresent)
                .orElseThrow();
    }

    TrainJobStatus status(String name) {
        return trainJob(name).map(TrainJob::statusOrEmpty).orElse(TrainJobStatus.EMPTY);
    }

    TrainJobStatus awaitStatus(String name, Predicate<TrainJobStatus> condition) {
        return await().atMost(LIMIT).until(() -> status(name), condition);
    }

    Condition awaitCondition(String name, String type, String status) {
        return awaitStatus(name, found -> found.condition(type)
                        .filter(condition -> condition.getStatus().equals(status))
                        .isPresent())
                .condition(type)
                .orElseThrow();
    }

    /** Waits for the pods of a job and ends them. */
    void endPods(String name, int count, Outcome outcome) {
        cluster.pods(namespace).endAll(count, labels(name), outcome);
    }

    void awaitRunningPods(String name, int count) {
        cluster.pods(namespace).awaitRunning(count, labels(name));
    }

    /** Ends a container of each pod of a job well, at that time, while the others run on. */
    void endContainer(String name, String container, Instant end) {
        client.pods()
                .inNamespace(namespace)
                .withLabels(labels(name))
                .list()
                .getItems()
                .forEach(each -> client.pods()
                        .inNamespace(namespace)
                        .withName(each.getMetadata().getName())
                        .editStatus(pod -> {
                            pod.getStatus().getConditions().stream()
                                    .filter(condition -> condition.getType().equals("Ready"))
                                    .forEach(ready -> ready.setStatus("False"));
                            pod.getStatus().getContainerStatuses().stream()
                                    .filter(status -> status.getName().equals(container))
                                    .forEach(status -> {
                                        status.setReady(false);
                                        status.setState(new ContainerStateBuilder()
                                                .withNewTerminated()
                                                .withExitCode(0)
                                                .withFinishedAt(end.toString())
                                                .endTerminated()
                                                .build());
                                    });
                            return pod;
                        }));
    }

    static Map<String, String> labels(String name) {
        return Map.of("jobset.sigs.k8s.io/jobset-name", name);
    }

    Event awaitEvent(String reason, String text) {
        return await("event " + reason + " with " + text)
                .atMost(LIMIT)
                .until(
                        () -> events().stream()
                                .filter(event -> reason.equals(event.getReason())
                                        && Objects.toString(event.getMessage()).contains(text))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    List<Event> events() {
        return client.v1().events().inNamespace(namespace).list().getItems().stream()
                .filter(event -> "TrainJob".equals(event.getInvolvedObject().getKind()))
                .toList();
    }
}
