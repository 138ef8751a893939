package io.trainyard.local.controllers.job;

import io.trainyard.local.tree.Tree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The status of a Job (JOB-25).
 *
 * @param startTime empty before the first start, and while suspended
 * @param running how many pods are in which state now; empty in a status that was never written
 * @param completedIndexes as in JOB-27; empty for a Job that is not Indexed
 * @param failedIndexes empty unless failures are counted per index
 * @param uncounted pods that have ended and are not in the counters yet
 */
record JobStatus(
        List<JobCondition> conditions,
        Optional<Instant> startTime,
        Optional<Instant> completionTime,
        Optional<Running> running,
        long succeeded,
        long failed,
        String completedIndexes,
        Optional<String> failedIndexes,
        Uncounted uncounted) {
    JobStatus {
        conditions = List.copyOf(conditions);
    }

    /** Pods by state; {@code ready} ones are active, too. */
    record Running(long active, long ready, long terminating) {}

    /** Uids of pods that keep their finalizer until the status with their uids is stored, so that none is counted twice or never. */
    record Uncounted(List<String> succeeded, List<String> failed) {
        Uncounted {
            succeeded = List.copyOf(succeeded);
            failed = List.copyOf(failed);
        }

        boolean isEmpty() {
            return succeeded.isEmpty() && failed.isEmpty();
        }
    }

    static JobStatus parse(Map<String, Object> status) {
        return new JobStatus(
                Tree.objects(status, "conditions").stream()
                        .map(JobCondition::parse)
                        .toList(),
                Times.parse(Tree.text(status, "startTime")),
                Times.parse(Tree.text(status, "completionTime")),
                status.get("ready") == null
                        ? Optional.empty()
                        : Optional.of(new Running(
                                Tree.integer(0, status, "active"),
                                Tree.integer(0, status, "ready"),
                                Tree.integer(0, status, "terminating"))),
                Tree.integer(0, status, "succeeded"),
                Tree.integer(0, status, "failed"),
                Tree.text(status, "completedIndexes"),
                Optional.ofNullable((String) status.get("failedIndexes")),
                new Uncounted(
                        uids(status, "uncountedTerminatedPods", "succeeded"),
                        uids(status, "uncountedTerminatedPods", "failed")));
    }

    private static List<String> uids(Map<String, Object> status, String... path) {
        return Tree.list(status, path).stream().map(String::valueOf).toList();
    }

    /** Whether nothing will change any more. */
    boolean isFinished() {
        return isOn(JobCondition.COMPLETE) || isOn(JobCondition.FAILED);
    }

    boolean isOn(String type) {
        return JobCondition.find(conditions, type).filter(JobCondition::on).isPresent();
    }

    JobStatus with(JobCondition condition) {
        return new JobStatus(
                JobCondition.put(conditions, condition),
                startTime,
                completionTime,
                running,
                succeeded,
                failed,
                completedIndexes,
                failedIndexes,
                uncounted);
    }

    JobStatus startedAt(Optional<Instant> time) {
        return new JobStatus(
                conditions,
                time,
                completionTime,
                running,
                succeeded,
                failed,
                completedIndexes,
                failedIndexes,
                uncounted);
    }

    JobStatus completedAt(Instant time) {
        return new JobStatus(
                conditions,
                startTime,
                Optional.of(time),
                running,
                succeeded,
                failed,
                completedIndexes,
                failedIndexes,
                uncounted);
    }

    JobStatus with(Running counts) {
        return new JobStatus(
                conditions,
                startTime,
                completionTime,
                Optional.of(counts),
                succeeded,
                failed,
                completedIndexes,
                failedIndexes,
                uncounted);
    }

    JobStatus with(Uncounted pods) {
        return new JobStatus(
                conditions,
                startTime,
                completionTime,
                running,
                succeeded,
                failed,
                completedIndexes,
                failedIndexes,
                pods);
    }

    JobStatus withIndexes(IndexSet completed, Optional<IndexSet> failures) {
        return new JobStatus(
                conditions,
                startTime,
                completionTime,
                running,
                completed.size(),
                failed,
                completed.toString(),
                failures.map(IndexSet::toString),
                uncounted);
    }

    /** Counts the pods that have lost their finalizer, and so need not be remembered any longer. */
    JobStatus counting(Set<String> stillTracked) {
        List<String> succeededLeft = new ArrayList<>(uncounted.succeeded);
        succeededLeft.retainAll(stillTracked);
        List<String> failedLeft = new ArrayList<>(uncounted.failed);
        failedLeft.retainAll(stillTracked);
        return new JobStatus(
                conditions,
                startTime,
                completionTime,
                running,
                succeeded + uncounted.succeeded.size() - succeededLeft.size(),
                failed + uncounted.failed.size() - failedLeft.size(),
                completedIndexes,
                failedIndexes,
                new Uncounted(succeededLeft, failedLeft));
    }

    Map<String, Object> toTree() {
        Map<String, Object> tree = Tree.of();
        if (!conditions.isEmpty()) {
            tree.put(
                    "conditions",
                    new ArrayList<>(
                            conditions.stream().map(JobCondition::toTree).toList()));
        }
        startTime.ifPresent(time -> tree.put("startTime", Times.format(time)));
        completionTime.ifPresent(time -> tree.put("completionTime", Times.format(time)));
        running.ifPresent(counts -> {
            putUnlessZero(tree, "active", counts.active);
            tree.put("ready", counts.ready);
            tree.put("terminating", counts.terminating);
        });
        putUnlessZero(tree, "succeeded", succeeded);
        putUnlessZero(tree, "failed", failed);
        if (!completedIndexes.isEmpty()) {
            tree.put("completedIndexes", completedIndexes);
        }
        failedIndexes.ifPresent(indexes -> tree.put("failedIndexes", indexes));
        Map<String, Object> pods = Tree.of();
        if (!uncounted.succeeded.isEmpty()) {
            pods.put("succeeded", new ArrayList<Object>(uncounted.succeeded));
        }
        if (!uncounted.failed.isEmpty()) {
            pods.put("failed", new ArrayList<Object>(uncounted.failed));
        }
        tree.put("uncountedTerminatedPods", pods);
        return tree;
    }

    private static void putUnlessZero(Map<String, Object> tree, String name, long number) {
        if (number != 0) {
            tree.put(name, number);
        }
    }
}
