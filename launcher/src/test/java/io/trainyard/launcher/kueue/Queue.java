package io.trainyard.launcher.kueue;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A queue of Kueue in a namespace of its own, and the TrainJobs in it.
 *
 * @param client may do everything
 * @param namespace also the name of both queues
 */
record Queue(KubernetesClient client, String namespace) implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(180);

    private static final String API = "kueue.x-k8s.io/v1beta2";

    /** Where jobs of lower priority make room for others; each pool has so many processors for it. */
    static Queue make(KubernetesClient client, String namespace, int cpus, Pool... pools) {
        Queue queue = new Queue(client, namespace);
        String flavors = java.util.Arrays.stream(pools)
                .map(pool -> "{name: %s, resources: [{name: cpu, nominalQuota: %d}]}".formatted(pool.name(), cpus))
                .collect(java.util.stream.Collectors.joining(", "));
        queue.apply(
                """
                apiVersion: %1$s
                kind: ClusterQueue
                metadata: {name: %2$s}
                spec:
                  namespaceSelector: {}
                  preemption: {withinClusterQueue: LowerPriority}
                  resourceGroups: [{coveredResources: [cpu], flavors: [%3$s]}]
                ---
                apiVersion: %1$s
                kind: LocalQueue
                metadata: {name: %2$s, namespace: %2$s}
                spec: {clusterQueue: %2$s}
                ---
                apiVersion: %1$s
                kind: WorkloadPriorityClass
                metadata: {name: urgent-%2$s}
                value: 1000
                description: may take the place of others
                """
                        .formatted(API, namespace, flavors));
        return queue;
    }

    /** What a TrainJob's labels say so that it waits here. */
    String label() {
        return "kueue.x-k8s.io/queue-name: " + namespace;
    }

    /** What the labels of a TrainJob that may take the place of others say. */
    String urgent() {
        return label() + ", kueue.x-k8s.io/priority-class: urgent-" + namespace;
    }

    void apply(String yaml) {
        for (HasMetadata object : client.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .items()) {
            client.resource(object).serverSideApply();
        }
    }

    TrainJob trainJob(String name) {
        return client.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName(name)
                .require();
    }

    Optional<JobSet> jobSet(String name) {
        return Optional.ofNullable(client.resources(JobSet.class)
                .inNamespace(namespace)
                .withName(name)
                .get());
    }

    /** What Kueue made for a TrainJob; waits for it. */
    GenericKubernetesResource workload(String trainJob) {
        return await("the Workload of " + trainJob)
                .atMost(LIMIT)
                .until(
                        () -> workloads().stream()
                                .filter(each -> each.getMetadata().getOwnerReferences().stream()
                                        .anyMatch(owner -> owner.getKind().equals("TrainJob")
                                                && owner.getName().equals(trainJob)))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    List<GenericKubernetesResource> workloads() {
        return client.genericKubernetesResources(API, "Workload")
                .inNamespace(namespace)
                .list()
                .getItems();
    }

    /** The status of a condition of a TrainJob's Workload; empty when it has none of that type. */
    String condition(String trainJob, String type) {
        List<Map<String, Object>> conditions = workload(trainJob).get("status", "conditions");
        return conditions == null
                ? ""
                : conditions.stream()
                        .filter(each -> type.equals(each.get("type")))
                        .map(each -> String.valueOf(each.get("status")))
                        .findFirst()
                        .orElse("");
    }

    void awaitCondition(String trainJob, String type, String status) {
        await("the Workload of " + trainJob + " to have " + type + " " + status)
                .atMost(LIMIT)
                .until(() -> condition(trainJob, type).equals(status));
    }

    /** An administrator takes a job out of its queue, or puts it back. */
    void setActive(String trainJob, boolean active) {
        client.genericKubernetesResources(API, "Workload")
                .inNamespace(namespace)
                .withName(workload(trainJob).getMetadata().getName())
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"active\": " + active + "}}");
    }

    @Override
    public void close() {
        client.resources(TrainJob.class).inNamespace(namespace).delete();
        for (String kind : List.of("ClusterQueue", "WorkloadPriorityClass")) {
            client.genericKubernetesResources(API, kind)
                    .withName(kind.equals("ClusterQueue") ? namespace : "urgent-" + namespace)
                    .delete();
        }
    }
}
