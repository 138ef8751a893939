package io.trainyard.core.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.trainyard.spi.model.JobStatus;
import io.trainyard.spi.model.TrainJobStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The smallest write that brings a status up to date. Conditions, counters and what the job waits for decide whether there is one; the other fields for
 * printer columns only go along, so that they never cost a request of their own. {@code trainerStatus} is never touched.
 */
final class StatusPatch {
    private StatusPatch() {}

    /**
     * The patch.
     *
     * @param elastic whether the number of nodes is news of its own, because autoscalers and users wait for it
     */
    static Optional<Map<String, Object>> between(TrainJobStatus before, TrainJobStatus after, boolean elastic) {
        Map<String, Object> changes = new LinkedHashMap<>();
        if (!before.conditions().equals(after.conditions())) {
            changes.put(
                    "conditions",
                    after.conditions().stream().map(StatusPatch::tree).toList());
        }
        if (!before.jobsStatus().equals(after.jobsStatus())) {
            changes.put(
                    "jobsStatus",
                    after.jobsStatus().stream().map(StatusPatch::tree).toList());
        }
        boolean resized = elastic
                && !(Objects.equals(before.nodes(), after.nodes())
                        && Objects.equals(before.readyNodes(), after.readyNodes())
                        && Objects.equals(before.selector(), after.selector()));
        if (!Objects.equals(before.state(), after.state())) {
            changes.put("state", after.state());
        }
        if (changes.isEmpty() && !resized) {
            return Optional.empty();
        }
        putIfChanged(changes, "phase", before.phase(), after.phase());
        putIfChanged(changes, "nodes", before.nodes(), after.nodes());
        putIfChanged(changes, "readyNodes", before.readyNodes(), after.readyNodes());
        putIfChanged(changes, "selector", before.selector(), after.selector());
        putIfChanged(changes, "observedGeneration", before.observedGeneration(), after.observedGeneration());
        return Optional.of(Map.of("status", changes));
    }

    private static Map<String, Object> tree(Condition condition) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("type", condition.getType());
        tree.put("status", condition.getStatus());
        tree.put("reason", condition.getReason());
        tree.put("message", condition.getMessage());
        tree.put("lastTransitionTime", condition.getLastTransitionTime());
        if (condition.getObservedGeneration() != null) {
            tree.put("observedGeneration", condition.getObservedGeneration());
        }
        return tree;
    }

    private static Map<String, Object> tree(JobStatus job) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", job.name());
        tree.put("ready", job.ready());
        tree.put("succeeded", job.succeeded());
        tree.put("failed", job.failed());
        tree.put("active", job.active());
        tree.put("suspended", job.suspended());
        return tree;
    }

    private static void putIfChanged(
            Map<String, Object> changes, String key, @Nullable Object before, @Nullable Object after) {
        if (after != null && !after.equals(before)) {
            changes.put(key, after);
        }
    }
}
