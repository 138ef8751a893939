package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.tree.Tree;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job that belongs to a JobSet.
 *
 * @param replicatedJob which one it was made of
 * @param index its place among the jobs of that
 * @param restartAttempt global restarts of the JobSet when it was made
 * @param ownRestartAttempt restarts of this single job when it was made; empty when those were not counted then
 * @param tree the whole object: not to be changed
 */
record ChildJob(
        String name,
        String replicatedJob,
        int index,
        long restartAttempt,
        Optional<Long> ownRestartAttempt,
        Map<String, Object> tree) {

    static ChildJob of(Map<String, Object> tree) {
        return new ChildJob(
                Tree.text(tree, "metadata", "name"),
                label(tree, JobSetKeys.REPLICATED_JOB_NAME),
                (int) (long) number(tree, JobSetKeys.JOB_INDEX).orElse(0L),
                number(tree, JobSetKeys.RESTART_ATTEMPT).orElse(0L),
                number(tree, JobSetKeys.JOB_RESTART_ATTEMPT),
                tree);
    }

    private static String label(Map<String, Object> tree, String key) {
        return Tree.text(tree, "metadata", "labels", key);
    }

    private static Optional<Long> number(Map<String, Object> tree, String key) {
        try {
            return Optional.of(Long.valueOf(label(tree, key)));
        } catch (NumberFormatException e) {
            // Somebody tampered with the label, or it was never there: then it says nothing.
            return Optional.empty();
        }
    }

    /** Whether an object is controlled by the one with this uid. */
    static boolean isOwned(Map<String, Object> tree, String uid) {
        return Tree.objects(tree, "metadata", "ownerReferences").stream()
                .anyMatch(owner -> Tree.flag(owner, "controller")
                        && Tree.text(owner, "uid").equals(uid));
    }

    boolean isBeingDeleted() {
        return Tree.at(tree, "metadata", "deletionTimestamp") != null;
    }

    boolean isSuspended() {
        return Tree.flag(tree, "spec", "suspend");
    }

    boolean hasSucceeded() {
        return condition("Complete") != null;
    }

    boolean hasFailed() {
        return condition("Failed") != null;
    }

    /** When it failed; the end of time when that is not known. */
    Instant failureTime() {
        String time = Tree.text(condition("Failed"), "lastTransitionTime");
        return time.isEmpty() ? Instant.MAX : Instant.parse(time);
    }

    String failureReason() {
        return Tree.text(condition("Failed"), "reason");
    }

    String failureMessage() {
        return Tree.text(condition("Failed"), "message");
    }

    /** Whether as many pods are ready or done as it wants at a time. */
    boolean isReady() {
        long pods = Tree.integer(1, tree, "spec", "parallelism");
        pods = Math.min(pods, Tree.integer(pods, tree, "spec", "completions"));
        return Tree.integer(0, tree, "status", "succeeded") + Tree.integer(0, tree, "status", "ready") >= pods;
    }

    boolean hasActivePods() {
        return Tree.integer(0, tree, "status", "active") > 0;
    }

    private @Nullable Map<String, Object> condition(String type) {
        return Tree.objects(tree, "status", "conditions").stream()
                .filter(item -> Tree.text(item, "type").equals(type)
                        && Tree.text(item, "status").equals("True"))
                .findFirst()
                .orElse(null);
    }
}
