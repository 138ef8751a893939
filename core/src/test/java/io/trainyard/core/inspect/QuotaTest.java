package io.trainyard.core.inspect;

import static io.trainyard.core.fixture.Manifests.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.view.EventView;
import io.trainyard.core.view.QuotaHolder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Who holds the quota that a job waits for (OPS-101)")
final class QuotaTest {
    private static GenericKubernetesResource object(String yaml) {
        return read(yaml, GenericKubernetesResource.class);
    }

    private static GenericKubernetesResource workload(String name, String conditions, int count) {
        return object(
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: Workload
                metadata: {name: w-%1$s, namespace: team-b, ownerReferences: [{apiVersion: v1, kind: TrainJob, name: %1$s, uid: u, controller: true}]}
                spec: {queueName: main}
                status:
                  conditions: [%2$s]
                  admission: {clusterQueue: all, podSetAssignments: [{name: node, count: %3$d, resourceUsage: {nvidia.com/gpu: "%3$d", memory: 1Gi}}, {name: data, count: 0, resourceUsage: {memory: 1Gi}}]}
                """
                        .formatted(name, conditions, count));
    }

    @Test
    @DisplayName("of a ClusterQueue: the workloads that have quota there and have not ended, the largest first")
    void ofClusterQueue() {
        String reserved = "{type: QuotaReserved, status: 'True', lastTransitionTime: '2026-01-05T09:00:00Z'}";
        List<GenericKubernetesResource> all = List.of(
                workload("small", reserved, 1),
                workload("large", reserved, 8),
                workload("waiting", "{type: QuotaReserved, status: 'False'}", 9),
                workload("over", reserved + ", {type: Finished, status: 'True'}", 9));

        assertThat(KueueQuota.holders("all", all))
                .containsExactly(
                        new QuotaHolder(
                                "TrainJob",
                                "team-b",
                                "large",
                                Map.of("nvidia.com/gpu", "8", "memory", "2Gi"),
                                Optional.of(Instant.parse("2026-01-05T09:00:00Z"))),
                        new QuotaHolder(
                                "TrainJob",
                                "team-b",
                                "small",
                                Map.of("nvidia.com/gpu", "1", "memory", "2Gi"),
                                Optional.of(Instant.parse("2026-01-05T09:00:00Z"))));
        assertThat(KueueQuota.holders("other", all)).isEmpty();
        assertThat(KueueQuota.isWaiting(all.get(0))).isFalse();
        assertThat(KueueQuota.isWaiting(all.get(2))).isTrue();
        assertThat(
                        KueueQuota.clusterQueue(
                                all.get(0),
                                List.of(
                                        object(
                                                "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: main}, spec: {clusterQueue: all}}"))))
                .contains("all");
        assertThat(KueueQuota.clusterQueue(all.get(0), List.of())).isEmpty();
    }

    @Test
    @DisplayName(
            "of a ResourceQuota: TrainJobs, and pods of nobody's job, by the resource that was refused; what has ended holds nothing")
    void ofNamespace() {
        List<String> wanted = NamespaceQuota.exceeded(List.of(new EventView(
                Instant.EPOCH,
                Instant.EPOCH,
                1,
                true,
                "Job",
                "x",
                "FailedCreate",
                "exceeded quota: gpus, requested: requests.nvidia.com/gpu=8,pods=1, used: pods=3, limited: pods=3",
                "")));
        assertThat(wanted).containsExactly("nvidia.com/gpu", "pods");

        List<Pod> pods = List.of(
                pod("gpt-0", "{jobset.sigs.k8s.io/jobset-name: gpt}", "Running", 4),
                pod("gpt-1", "{jobset.sigs.k8s.io/jobset-name: gpt}", "Pending", 4),
                pod("notebook", "{}", "Running", 1),
                pod("over", "{}", "Succeeded", 8));
        assertThat(NamespaceQuota.holders(pods, wanted))
                .containsExactly(
                        new QuotaHolder(
                                "TrainJob",
                                "team-a",
                                "gpt",
                                Map.of("nvidia.com/gpu", "8", "pods", "2"),
                                Optional.empty()),
                        new QuotaHolder(
                                "Pod",
                                "team-a",
                                "notebook",
                                Map.of("nvidia.com/gpu", "1", "pods", "1"),
                                Optional.empty()));
        assertThat(NamespaceQuota.exceeded(List.of())).isEmpty();
    }

    @Test
    @DisplayName(
            "of a ResourceQuota: a pod counts with its sidecars and its overhead, and with an init container that needs more than it")
    void countsWhatTheWholePodAsksFor() {
        Pod pod = read(
                """
                metadata: {name: notebook, namespace: team-a}
                spec:
                  overhead: {cpu: 250m}
                  initContainers:
                    - {name: fetch, resources: {requests: {cpu: "1", memory: 8Gi}}}
                    - {name: sidecar, restartPolicy: Always, resources: {requests: {cpu: "1"}}}
                  containers: [{name: node, resources: {requests: {cpu: "2", memory: 4Gi}}}]
                """,
                Pod.class);

        assertThat(NamespaceQuota.holders(List.of(pod), List.of("cpu", "memory")))
                .extracting(QuotaHolder::amounts)
                .containsExactly(Map.of("cpu", "3250m", "memory", "8Gi"));
    }

    private static Pod pod(String name, String labels, String phase, int gpus) {
        return read(
                """
                metadata: {name: %s, namespace: team-a, labels: %s}
                spec: {containers: [{name: node, resources: {limits: {nvidia.com/gpu: "%d", cpu: "1"}}}]}
                status: {phase: %s}
                """
                        .formatted(name, labels, gpus, phase),
                Pod.class);
    }
}
