package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.tree.Tree;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JobSet as its users wrote it, with what admission fills in taken for granted where it is missing.
 *
 * @param tree the whole object: not to be changed
 */
record JobSet(String namespace, String name, String uid, List<ReplicatedJob> replicatedJobs, Map<String, Object> tree) {
    private static final String BUILT_IN_CONTROLLER = "jobset.sigs.k8s.io/jobset-controller";

    JobSet {
        replicatedJobs = List.copyOf(replicatedJobs);
    }

    static JobSet of(Map<String, Object> tree) {
        return new JobSet(
                Tree.text(tree, "metadata", "namespace"),
                Tree.text(tree, "metadata", "name"),
                Tree.text(tree, "metadata", "uid"),
                Tree.objects(tree, "spec", "replicatedJobs").stream()
                        .map(ReplicatedJob::of)
                        .toList(),
                tree);
    }

    Map<String, Object> spec() {
        return Tree.child(tree, "spec");
    }

    Map<String, Object> status() {
        return Tree.child(tree, "status");
    }

    boolean isBeingDeleted() {
        return Tree.at(tree, "metadata", "deletionTimestamp") != null;
    }

    /** Whether {@code managedBy} gives it to another controller. */
    boolean isForeign() {
        String manager = Tree.text(tree, "spec", "managedBy");
        return !manager.isEmpty() && !manager.equals(BUILT_IN_CONTROLLER);
    }

    boolean isSuspended() {
        return Tree.flag(tree, "spec", "suspend");
    }

    boolean startsInOrder() {
        return Tree.text(tree, "spec", "startupPolicy", "startupPolicyOrder").equals("InOrder");
    }

    boolean hasHostnames() {
        return !Boolean.FALSE.equals(Tree.at(tree, "spec", "network", "enableDNSHostnames"));
    }

    /** The domain of its pods, and the name of its service. */
    String subdomain() {
        String named = Tree.text(tree, "spec", "network", "subdomain");
        return named.isEmpty() ? name : named;
    }

    /** How many jobs it has when all are there. */
    int totalReplicas() {
        return replicatedJobs.stream().mapToInt(ReplicatedJob::replicas).sum();
    }

    Optional<ReplicatedJob> replicatedJob(String wanted) {
        return replicatedJobs.stream().filter(job -> job.name().equals(wanted)).findFirst();
    }

    /** Global restarts so far, which jobs carry as a label. */
    long restarts() {
        return Tree.integer(0, tree, "status", "restarts");
    }

    /** When it completed or failed; empty while it has done neither. */
    Optional<Instant> finished() {
        return Tree.objects(tree, "status", "conditions").stream()
                .filter(condition -> List.of("Completed", "Failed").contains(Tree.text(condition, "type"))
                        && Tree.text(condition, "status").equals("True"))
                .findFirst()
                .map(condition -> Instant.parse(Tree.text(condition, "lastTransitionTime")));
    }

    /** The reference by which everything that is made for it goes with it. */
    Map<String, Object> ownerReference() {
        return Tree.of(
                "apiVersion",
                "jobset.x-k8s.io/v1alpha2",
                "kind",
                "JobSet",
                "name",
                name,
                "uid",
                uid,
                "controller",
                true,
                "blockOwnerDeletion",
                true);
    }
}
