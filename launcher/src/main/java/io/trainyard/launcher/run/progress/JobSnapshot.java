package io.trainyard.launcher.run.progress;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The observed state of a TrainJob.
 *
 * @param key namespace and name, with a slash between
 * @param phase one word
 * @param reason of the condition that ended it, or of its suspension; may be empty
 * @param message likewise
 * @param counters how many Jobs of each replicated job are where
 * @param percentage what the program reported of its progress
 */
public record JobSnapshot(
        String key,
        JobPhase phase,
        String reason,
        String message,
        List<Counter> counters,
        Optional<Integer> percentage) {
    public JobSnapshot {
        counters = List.copyOf(counters);
    }

    /** The counters of one replicated job. */
    public record Counter(String name, long ready, long succeeded, long failed, long active) {
        boolean isZero() {
            return ready + succeeded + failed + active == 0;
        }
    }

    /** Reads a TrainJob as it comes from the API server. */
    public static JobSnapshot of(Map<String, Object> trainJob) {
        Map<String, Object> status = Tree.child(trainJob, "status");
        Optional<Map<String, Object>> complete = condition(status, "Complete");
        Optional<Map<String, Object>> failed = condition(status, "Failed");
        Optional<Map<String, Object>> suspended = condition(status, "Suspended");
        List<Counter> counters = Tree.objects(status, "jobsStatus").stream()
                .map(JobSnapshot::counter)
                .toList();
        JobPhase phase = failed.isPresent()
                ? JobPhase.FAILED
                : complete.isPresent()
                        ? JobPhase.COMPLETE
                        : suspended.isPresent()
                                ? JobPhase.SUSPENDED
                                : counters.stream().anyMatch(each -> each.active() > 0 || each.ready() > 0)
                                        ? JobPhase.RUNNING
                                        : JobPhase.PENDING;
        Map<String, Object> speaking =
                failed.or(() -> complete).or(() -> suspended).orElse(Map.of());
        long percentage = Tree.integer(-1, status, "trainerStatus", "progressPercentage");
        return new JobSnapshot(
                Tree.text(trainJob, "metadata", "namespace") + "/" + Tree.text(trainJob, "metadata", "name"),
                phase,
                Tree.text(speaking, "reason"),
                Tree.text(speaking, "message"),
                counters,
                percentage < 0 ? Optional.empty() : Optional.of((int) Math.min(100, percentage)));
    }

    private static Counter counter(Map<String, Object> entry) {
        return new Counter(
                Tree.text(entry, "name"),
                Tree.integer(0, entry, "ready"),
                Tree.integer(0, entry, "succeeded"),
                Tree.integer(0, entry, "failed"),
                Tree.integer(0, entry, "active"));
    }

    private static Optional<Map<String, Object>> condition(Map<String, Object> status, String type) {
        return Tree.objects(status, "conditions").stream()
                .filter(condition -> type.equals(condition.get("type")) && "True".equals(condition.get("status")))
                .findFirst();
    }

    /** What is to be said once it was removed by somebody: a job that had not ended will not end well any more. */
    public JobSnapshot deleted() {
        return phase.isOver()
                ? this
                : new JobSnapshot(key, JobPhase.FAILED, "Deleted", "the TrainJob was deleted", counters, percentage);
    }

    /** What is to be said once the run is being stopped. */
    public JobSnapshot stopped() {
        return new JobSnapshot(key, JobPhase.STOPPED, "", "", counters, percentage);
    }

    /** The name without its namespace. */
    public String name() {
        return key.substring(key.indexOf('/') + 1);
    }
}
