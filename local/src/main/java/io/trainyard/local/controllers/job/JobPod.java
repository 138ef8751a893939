package io.trainyard.local.controllers.job;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.cache.ObjectName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A pod of a Job, as far as the Job is concerned.
 *
 * @param tree the pod; never changed
 * @param phase such as {@code Running}
 * @param deleted whether it is on its way out
 * @param tracked whether the Job has yet to count it
 * @param index completion index; -1 when it has none
 */
record JobPod(
        Map<String, Object> tree,
        ObjectName name,
        String uid,
        String phase,
        boolean deleted,
        boolean tracked,
        int index) {
    static JobPod of(Map<String, Object> pod) {
        String phase = Tree.text(pod, "status", "phase");
        return new JobPod(
                pod,
                ObjectName.of(pod),
                Tree.text(pod, "metadata", "uid"),
                phase.isEmpty() ? "Pending" : phase,
                Tree.at(pod, "metadata", "deletionTimestamp") != null,
                Tree.list(pod, "metadata", "finalizers").contains(JobKeys.TRACKING),
                annotation(pod, JobKeys.COMPLETION_INDEX, -1));
    }

    private static int annotation(Map<String, Object> pod, String name, int defaultValue) {
        try {
            return Integer.parseInt(Tree.text(pod, "metadata", "annotations", name));
        } catch (NumberFormatException e) {
            return defaultValue;
        }
    }

    boolean succeeded() {
        return phase.equals("Succeeded");
    }

    boolean ended() {
        return succeeded() || phase.equals("Failed");
    }

    boolean active() {
        return !ended() && !deleted;
    }

    boolean terminating() {
        return !ended() && deleted;
    }

    /** Whether the Job takes it for failed. */
    boolean failed(JobSpec job) {
        return phase.equals("Failed") || (!job.replacesOnlyFailed() && deleted && !succeeded());
    }

    boolean ready() {
        return condition("Ready")
                .filter(condition -> "True".equals(condition.get("status")))
                .isPresent();
    }

    private Optional<Map<String, Object>> condition(String type) {
        return Tree.objects(tree, "status", "conditions").stream()
                .filter(condition -> type.equals(condition.get("type")))
                .findFirst();
    }

    /** How often containers of a pod that has not ended were started again. */
    long restarts() {
        return ended()
                ? 0
                : Stream.of("initContainerStatuses", "containerStatuses")
                        .flatMap(field -> Tree.objects(tree, "status", field).stream())
                        .mapToLong(status -> Tree.integer(0, status, "restartCount"))
                        .sum();
    }

    /** How many pods of its index failed before it, and count. */
    int indexFailures() {
        return Math.max(0, annotation(tree, JobKeys.INDEX_FAILURES, 0));
    }

    /** How many pods of its index failed before it without counting. */
    int ignoredIndexFailures() {
        return Math.max(0, annotation(tree, JobKeys.INDEX_IGNORED_FAILURES, 0));
    }

    boolean isOnNode() {
        return !Tree.text(tree, "spec", "nodeName").isEmpty();
    }

    /** When it ended, as well as can be known. */
    Instant finishTime() {
        return containersEnd()
                .or(() -> condition("Ready")
                        .filter(ready -> "False".equals(ready.get("status")))
                        .flatMap(ready -> Rfc3339.parse(Tree.text(ready, "lastTransitionTime"))))
                .or(() -> Rfc3339.parse(Tree.text(tree, "metadata", "deletionTimestamp"))
                        .map(time ->
                                time.minusSeconds(Tree.integer(0, tree, "metadata", "deletionGracePeriodSeconds"))))
                .orElseGet(this::created);
    }

    Instant created() {
        return Rfc3339.parse(Tree.text(tree, "metadata", "creationTimestamp")).orElse(Instant.EPOCH);
    }

    private Optional<Instant> containersEnd() {
        List<Map<String, Object>> containers = Tree.objects(tree, "status", "containerStatuses");
        List<Instant> ends = containers.stream()
                .flatMap(status -> Rfc3339.parse(Tree.text(status, "state", "terminated", "finishedAt")).stream())
                .toList();
        return ends.size() == containers.size() ? ends.stream().max(Instant::compareTo) : Optional.empty();
    }
}
