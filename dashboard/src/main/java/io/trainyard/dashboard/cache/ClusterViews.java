package io.trainyard.dashboard.cache;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.dashboard.view.ClusterView;
import io.trainyard.dashboard.view.Count;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.runtime.ResourceCounts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** Puts machines and queues together. Pure. */
final class ClusterViews {
    private ClusterViews() {}

    /** The machines that have accelerators or pods of jobs, by name. */
    static List<ClusterView.Node> nodes(Collection<Node> nodes, Collection<Pod> pods) {
        Map<String, List<Pod>> placed = new HashMap<>();
        pods.stream().filter(Devices::isPlaced).forEach(pod -> placed.computeIfAbsent(
                        pod.getSpec().getNodeName(), unknown -> new ArrayList<>())
                .add(pod));
        return nodes.stream()
                .map(node -> node(node, placed.getOrDefault(node.getMetadata().getName(), List.of())))
                .filter(node -> node.accelerators().want() > 0 || !node.jobs().isEmpty())
                .sorted(Comparator.comparing(ClusterView.Node::name))
                .toList();
    }

    private static ClusterView.Node node(Node node, List<Pod> pods) {
        Map<String, Quantity> allocatable = node.getStatus() == null
                ? Map.of()
                : Objects.requireNonNullElse(node.getStatus().getAllocatable(), Map.<String, Quantity>of());
        TreeSet<JobKey> jobs = new TreeSet<>();
        pods.forEach(pod -> SharedReads.job(pod).map(ClusterViews::key).ifPresent(jobs::add));
        return new ClusterView.Node(
                node.getMetadata().getName(),
                Devices.name(allocatable).orElse(""),
                new Count(pods.stream().mapToLong(Devices::of).sum(), Devices.of(allocatable)),
                List.copyOf(jobs),
                problem(node));
    }

    private static String problem(Node node) {
        if (node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable())) {
            return "cordoned";
        }
        if (node.getStatus() == null) {
            return "";
        }
        return node.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("Ready") && !"True".equals(condition.getStatus()))
                .findFirst()
                .map(NodeCondition::getReason)
                .map(reason -> "not ready: " + reason)
                .orElse("");
    }

    private static JobKey key(ResourceKey key) {
        return new JobKey(key.namespace(), key.name());
    }

    /**
     * Kueue's queues.
     *
     * @param localQueues empty where Kueue is not there
     * @param workloads of all namespaces
     * @param clusterQueues their quotas
     */
    static List<ClusterView.Queue> queues(
            Collection<GenericKubernetesResource> localQueues,
            Collection<GenericKubernetesResource> workloads,
            Collection<GenericKubernetesResource> clusterQueues) {
        return localQueues.stream()
                .map(queue -> queue(queue, workloads, clusterQueues))
                .sorted(Comparator.comparing(ClusterView.Queue::namespace).thenComparing(ClusterView.Queue::name))
                .toList();
    }

    private static ClusterView.Queue queue(
            GenericKubernetesResource queue,
            Collection<GenericKubernetesResource> workloads,
            Collection<GenericKubernetesResource> clusterQueues) {
        String namespace = queue.getMetadata().getNamespace();
        String name = queue.getMetadata().getName();
        List<GenericKubernetesResource> inQueue = workloads.stream()
                .filter(workload -> namespace.equals(workload.getMetadata().getNamespace())
                        && name.equals(Tree.text(workload.getAdditionalProperties(), "spec", "queueName"))
                        && !isTrue(workload, "Finished"))
                .sorted(Comparator.comparingLong(ClusterViews::priority)
                        .reversed()
                        .thenComparing(workload -> workload.getMetadata().getCreationTimestamp()))
                .toList();
        String quota = Tree.text(queue.getAdditionalProperties(), "spec", "clusterQueue");
        return new ClusterView.Queue(
                namespace,
                name,
                new Count(
                        used(inQueue),
                        clusterQueues.stream()
                                .filter(each -> quota.equals(each.getMetadata().getName()))
                                .mapToLong(ClusterViews::granted)
                                .sum()),
                jobs(inQueue, true),
                jobs(inQueue, false));
    }

    private static long priority(GenericKubernetesResource workload) {
        return Tree.integer(0, workload.getAdditionalProperties(), "spec", "priority");
    }

    private static List<JobKey> jobs(List<GenericKubernetesResource> workloads, boolean admitted) {
        return workloads.stream()
                .filter(workload -> isTrue(workload, "QuotaReserved") == admitted)
                .flatMap(workload -> job(workload).stream())
                .toList();
    }

    /** A Workload is owned by what it is about: the TrainJob, or the JobSet of the same name. */
    private static Optional<JobKey> job(GenericKubernetesResource workload) {
        return workload.getMetadata().getOwnerReferences().stream()
                .filter(owner ->
                        owner.getKind().equals("TrainJob") || owner.getKind().equals("JobSet"))
                .map(OwnerReference::getName)
                .findFirst()
                .map(name -> new JobKey(workload.getMetadata().getNamespace(), name));
    }

    private static long used(List<GenericKubernetesResource> workloads) {
        return workloads.stream()
                .filter(workload -> isTrue(workload, "QuotaReserved"))
                .flatMap(workload ->
                        Tree.objects(workload.getAdditionalProperties(), "status", "admission", "podSetAssignments")
                                .stream())
                .flatMap(podSet -> Tree.child(podSet, "resourceUsage").entrySet().stream())
                .filter(entry -> ResourceCounts.isAccelerator(entry.getKey()))
                .mapToLong(entry -> Devices.amount(String.valueOf(entry.getValue())))
                .sum();
    }

    private static long granted(GenericKubernetesResource clusterQueue) {
        return Tree.objects(clusterQueue.getAdditionalProperties(), "spec", "resourceGroups").stream()
                .flatMap(group -> Tree.objects(group, "flavors").stream())
                .flatMap(flavor -> Tree.objects(flavor, "resources").stream())
                .filter(resource -> ResourceCounts.isAccelerator(Tree.text(resource, "name")))
                .mapToLong(resource -> Devices.amount(String.valueOf(resource.get("nominalQuota"))))
                .sum();
    }

    private static boolean isTrue(GenericKubernetesResource workload, String type) {
        return Tree.objects(workload.getAdditionalProperties(), "status", "conditions").stream()
                .anyMatch(condition -> type.equals(condition.get("type")) && "True".equals(condition.get("status")));
    }
}
