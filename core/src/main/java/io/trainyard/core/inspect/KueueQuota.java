package io.trainyard.core.inspect;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.core.gang.ResourceAmounts;
import io.trainyard.core.view.QuotaHolder;
import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Who holds the quota of one of Kueue's queues. Pure. */
final class KueueQuota {
    private KueueQuota() {}

    /** True when the workload has no quota yet and has not ended. */
    static boolean isWaiting(GenericKubernetesResource workload) {
        Map<String, Object> tree = workload.getAdditionalProperties();
        return !isTrue(tree, "QuotaReserved") && !isTrue(tree, "Finished");
    }

    /** The ClusterQueue behind the queue of a workload; empty when its LocalQueue is not there. */
    static Optional<String> clusterQueue(
            GenericKubernetesResource workload, Collection<GenericKubernetesResource> localQueues) {
        String queue = Tree.text(workload.getAdditionalProperties(), "spec", "queueName");
        return localQueues.stream()
                .filter(local -> queue.equals(local.getMetadata().getName()))
                .map(local -> Tree.text(local.getAdditionalProperties(), "spec", "clusterQueue"))
                .filter(name -> !name.isEmpty())
                .findFirst();
    }

    /** The workloads that hold quota of a ClusterQueue, those with most pods first. */
    static List<QuotaHolder> holders(String clusterQueue, Collection<GenericKubernetesResource> workloads) {
        return workloads.stream()
                .filter(workload -> {
                    Map<String, Object> tree = workload.getAdditionalProperties();
                    return clusterQueue.equals(Tree.text(tree, "status", "admission", "clusterQueue"))
                            && isTrue(tree, "QuotaReserved")
                            && !isTrue(tree, "Finished");
                })
                .sorted(Comparator.comparingLong(KueueQuota::pods)
                        .reversed()
                        .thenComparing(workload -> workload.getMetadata().getName()))
                .map(KueueQuota::holder)
                .toList();
    }

    private static QuotaHolder holder(GenericKubernetesResource workload) {
        Map<String, Object> tree = workload.getAdditionalProperties();
        Optional<OwnerReference> owner = workload.getMetadata().getOwnerReferences().stream()
                .filter(each -> Boolean.TRUE.equals(each.getController()))
                .findFirst();
        return new QuotaHolder(
                owner.map(OwnerReference::getKind).orElse("Workload"),
                workload.getMetadata().getNamespace(),
                owner.map(OwnerReference::getName).orElse(workload.getMetadata().getName()),
                amounts(tree),
                condition(tree, "QuotaReserved").flatMap(each -> Rfc3339.parse(Tree.text(each, "lastTransitionTime"))));
    }

    private static Map<String, String> amounts(Map<String, Object> workload) {
        ResourceAmounts sum = new ResourceAmounts();
        for (Map<String, Object> podSet : Tree.objects(workload, "status", "admission", "podSetAssignments")) {
            Map<String, Quantity> usage = new TreeMap<>();
            Tree.child(podSet, "resourceUsage")
                    .forEach((resource, amount) -> usage.put(resource, new Quantity(String.valueOf(amount))));
            sum.add(usage, 1);
        }
        return texts(sum);
    }

    /** A sum as people read it. */
    static Map<String, String> texts(ResourceAmounts sum) {
        Map<String, String> texts = new TreeMap<>();
        sum.toQuantities().forEach((resource, amount) -> texts.put(resource, amount.toString()));
        return texts;
    }

    private static long pods(GenericKubernetesResource workload) {
        return Tree.objects(workload.getAdditionalProperties(), "status", "admission", "podSetAssignments").stream()
                .mapToLong(podSet -> Tree.integer(0, podSet, "count"))
                .sum();
    }

    private static boolean isTrue(Map<String, Object> workload, String type) {
        return condition(workload, type)
                .filter(condition -> Tree.text(condition, "status").equals("True"))
                .isPresent();
    }

    private static Optional<Map<String, Object>> condition(Map<String, Object> workload, String type) {
        return Tree.objects(workload, "status", "conditions").stream()
                .filter(condition -> type.equals(condition.get("type")))
                .findFirst();
    }
}
