package io.trainyard.launcher.gang;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * TrainJobs of one namespace, and what became of them.
 *
 * @param client may do everything
 * @param namespace the namespace
 */
record GangJobs(KubernetesClient client, String namespace) {
    static final Duration LIMIT = Duration.ofSeconds(180);

    /** Runtimes {@code MEMBER} and {@code MEMBER-data}, the latter with an initializer; every pod asks for so much. */
    void runtimes(String member, String cpu) {
        String job =
                """
                      - name: %s
                %s        template:
                          metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: %s}}
                          spec: {template: {spec: {containers: [{name: %s, image: x:1, resources: {requests: {cpu: %s}}}]}}}
                """;
        String data = job.formatted("dataset-initializer", "", "dataset-initializer", "dataset-initializer", cpu);
        String waiting = "        dependsOn: [{name: dataset-initializer, status: Complete}]\n";
        apply(runtime(member, member, job.formatted("node", "", "trainer", "node", cpu)));
        apply(runtime(member + "-data", member, data + job.formatted("node", waiting, "trainer", "node", cpu)));
    }

    /** A runtime of nodes only, with that policy. */
    void nodes(String name, String policy, String cpu) {
        apply(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: %s}
                spec:
                  mlPolicy: {numNodes: 1}
                  podGroupPolicy: {%s}
                  template: {spec: {replicatedJobs: [{name: node, template: {
                    metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}},
                    spec: {template: {spec: {containers: [{name: node, image: x:1, resources: {requests: {cpu: %s}}}]}}}}}]}}
                """
                        .formatted(name, policy, cpu));
    }

    private static String runtime(String name, String member, String jobs) {
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: %s}
                spec:
                  mlPolicy: {numNodes: 1}
                  podGroupPolicy: {%s: {}}
                  template:
                    spec:
                      replicatedJobs:
                """
                        .formatted(name, member)
                + jobs.indent(4);
    }

    void create(String name, String runtime, int nodes) {
        createIn("suspend: false", name, runtime, nodes);
    }

    /** A TrainJob whose {@code spec} says that, too. */
    void createIn(String field, String name, String runtime, int nodes) {
        apply(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s}
                spec: {%s, runtimeRef: {kind: TrainingRuntime, name: %s}, trainer: {numNodes: %d}}
                """
                        .formatted(name, field, runtime, nodes));
    }

    void apply(String yaml) {
        for (HasMetadata object : client.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .items()) {
            object.getMetadata().setNamespace(namespace);
            client.resource(object).serverSideApply();
        }
    }

    /** Changes a TrainJob by a JSON merge patch. */
    void patch(String name, String json) {
        trainJob(name).patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    Resource<TrainJob> trainJob(String name) {
        return client.resources(TrainJob.class).inNamespace(namespace).withName(name);
    }

    /** Does what a gang scheduler would do, for pods whose scheduler does not run here. */
    void placeWhatNobodyPlaces(String trainJob) {
        String node = client.nodes().list().getItems().get(0).getMetadata().getName();
        pods(trainJob).stream()
                .filter(pod -> !"default-scheduler".equals(pod.getSpec().getSchedulerName()))
                .forEach(pod -> client.bindings()
                        .inNamespace(namespace)
                        .resource(new BindingBuilder()
                                .withNewMetadata()
                                .withName(pod.getMetadata().getName())
                                .endMetadata()
                                .withNewTarget()
                                .withKind("Node")
                                .withName(node)
                                .endTarget()
                                .build())
                        .create());
    }

    JobSet awaitJobSet(String name) {
        return await("JobSet " + name)
                .atMost(LIMIT)
                .until(() -> jobSet(name), Optional::isPresent)
                .orElseThrow();
    }

    Optional<JobSet> jobSet(String name) {
        return Optional.ofNullable(client.resources(JobSet.class)
                .inNamespace(namespace)
                .withName(name)
                .get());
    }

    /** The PodGroups of a kind, by the version of its API. */
    List<GenericKubernetesResource> podGroups(String apiVersion) {
        return client.genericKubernetesResources(apiVersion, "PodGroup")
                .inNamespace(namespace)
                .list()
                .getItems();
    }

    List<Pod> pods(String trainJob) {
        return client.pods()
                .inNamespace(namespace)
                .withLabel("jobset.sigs.k8s.io/jobset-name", trainJob)
                .list()
                .getItems();
    }

    long pods(String trainJob, String phase) {
        return pods(trainJob).stream()
                .filter(pod -> phase.equals(pod.getStatus().getPhase()))
                .count();
    }

    /** What a TrainJob's owner was told for that reason. */
    List<String> told(String trainJob, String reason) {
        return client.v1().events().inNamespace(namespace).list().getItems().stream()
                .filter(event -> reason.equals(event.getReason())
                        && trainJob.equals(event.getInvolvedObject().getName()))
                .map(Event::getMessage)
                .toList();
    }
}
