package io.trainyard.dashboard.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.trainyard.dashboard.view.ClusterView;
import io.trainyard.dashboard.view.Count;
import io.trainyard.dashboard.view.JobKey;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Machines and queues (OPS-72)")
final class ClusterViewsTest {
    @Test
    void machinesWithDevicesOrPodsOfJobsAreShownWithWhatIsInUse() {
        List<ClusterView.Node> nodes = ClusterViews.nodes(
                List.of(
                        node("n2", "{cpu: 4}", "{unschedulable: true}"),
                        node("n1", "{nvidia.com/gpu: 8}", "{}"),
                        node("plain", "{cpu: 4}", "{}")),
                List.of(
                        Objects.pod(
                                "bert",
                                0,
                                "{nodeName: n1, containers: [{name: node, resources: {limits: {nvidia.com/gpu: 2}}}]}",
                                "{phase: Running}"),
                        Objects.pod(
                                "done",
                                0,
                                "{nodeName: n1, containers: [{name: node, resources: {limits: {nvidia.com/gpu: 4}}}]}",
                                "{phase: Succeeded}"),
                        Objects.pod("small", 0, "{nodeName: n2, containers: [{name: node}]}", "{phase: Running}")));

        assertThat(nodes)
                .containsExactly(
                        new ClusterView.Node(
                                "n1", "nvidia.com/gpu", new Count(2, 8), List.of(new JobKey("team-a", "bert")), ""),
                        new ClusterView.Node("n2", "", Count.NONE, List.of(new JobKey("team-a", "small")), "cordoned"));
    }

    @Test
    void whoWaitsInAQueueStandsInTheOrderOfHisTurn() {
        List<ClusterView.Queue> queues = ClusterViews.queues(
                List.of(generic("{metadata: {namespace: team-a, name: training}, spec: {clusterQueue: gpus}}")),
                List.of(
                        workload("late", 0, "03", "False"),
                        workload("urgent", 9, "04", "False"),
                        workload("early", 0, "02", "False"),
                        workload("runs", 0, "01", "True")),
                List.of(
                        generic(
                                "{metadata: {name: gpus}, spec: {resourceGroups: [{flavors: [{resources: [{name: nvidia.com/gpu, nominalQuota: 12}, {name: cpu, nominalQuota: 99}]}]}]}}")));

        assertThat(queues)
                .containsExactly(new ClusterView.Queue(
                        "team-a",
                        "training",
                        new Count(8, 12),
                        List.of(new JobKey("team-a", "runs")),
                        List.of(
                                new JobKey("team-a", "urgent"),
                                new JobKey("team-a", "early"),
                                new JobKey("team-a", "late"))));
    }

    private static Node node(String name, String allocatable, String spec) {
        return Objects.read(
                "{metadata: {name: " + name + "}, spec: " + spec + ", status: {allocatable: " + allocatable
                        + ", conditions: [{type: Ready, status: 'True'}]}}",
                Node.class);
    }

    private static GenericKubernetesResource workload(String job, int priority, String second, String reserved) {
        return generic(
                """
                metadata: {namespace: team-a, name: w-%s, creationTimestamp: "2026-01-02T03:04:%sZ", ownerReferences: [{kind: TrainJob, name: %s}]}
                spec: {queueName: training, priority: %d}
                status: {conditions: [{type: QuotaReserved, status: "%s"}], admission: {podSetAssignments: [{resourceUsage: {nvidia.com/gpu: "8"}}]}}
                """
                        .formatted(job, second, job, priority, reserved));
    }

    private static GenericKubernetesResource generic(String yaml) {
        return Objects.read(yaml, GenericKubernetesResource.class);
    }
}
