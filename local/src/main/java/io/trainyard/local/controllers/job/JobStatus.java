package io.trainyard.local.controllers.job;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The status of a Job.
 *
 * @param running how many pods are in which state now; empty in a status that was never written
 * @param ended what became of the pods that are no more
 * @param uncounted pods that have ended and are not counted there yet
 */
record JobStatus(
        List<JobCondition> conditions, Span span, Optional<Running> running, Ended ended, Uncounted uncounted) {
    JobStatus {
        conditions = List.copyOf(conditions);
    }

    /**
     * When the Job ran.
     *
     * @param start empty before the first start, and while suspended
     * @param completion empty unless all went well
     */
    record Span(Optional<Instant> start, Optional<Instant> completion) {}

    /**
     * Counts of pods that have ended.
     *
     * @param completedIndexes such as {@code 0,2-4,7}; empty for a Job that is not Indexed
     * @param failedIndexes empty unless failures are counted per index
     */
    record Ended(long succeeded, long failed, String completedIndexes, Optional<String> failedIndexes) {}

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
                new Span(
                        Rfc3339.parse(Tree.text(status, "startTime")),
                        Rfc3339.parse(Tree.text(status, "completionTime"))),
                status.get("ready") == null
                        ? Optional.empty()
                        : Optional.of(new Running(
                                Tree.integer(0, status, "active"),
                                Tree.integer(0, status, "ready"),
                                Tree.integer(0, status, "terminating"))),
                new Ended(
                        Tree.integer(0, status, "succeeded"),
                        Tree.integer(0, status, "failed"),
                        Tree.text(status, "completedIndexes"),
                        Optional.ofNullable((String) status.get("failedIndexes"))),
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

    Optional<Instant> startTime() {
        return span.start;
    }

    JobStatus with(JobCondition condition) {
        return new JobStatus(JobCondition.put(conditions, condition), span, running, ended, uncounted);
    }

    JobStatus startedAt(Optional<Instant> time) {
        return new JobStatus(conditions, new Span(time, span.completion), running, ended, uncounted);
    }

    JobStatus completedAt(Instant time) {
        return new JobStatus(conditions, new Span(span.start, Optional.of(time)), running, ended, uncounted);
    }

    JobStatus with(Running counts) {
        return new JobStatus(conditions, span, Optional.of(counts), ended, uncounted);
    }

    JobStatus with(Uncounted pods) {
        return new JobStatus(conditions, span, running, ended, pods);
    }

    JobStatus withIndexes(IndexSet completed, Optional<IndexSet> failures) {
        Ended now = new Ended(completed.size(), ended.failed, completed.toString(), failures.map(IndexSet::toString));
        return new JobStatus(conditions, span, running, now, uncounted);
    }

    /** Counts the pods that have lost their finalizer, and so need not be remembered any longer. */
    JobStatus counting(Set<String> stillTracked) {
        List<String> succeededLeft = new ArrayList<>(uncounted.succeeded);
        succeededLeft.retainAll(stillTracked);
        List<String> failedLeft = new ArrayList<>(uncounted.failed);
        failedLeft.retainAll(stillTracked);
        Ended now = new Ended(
                ended.succeeded + uncounted.succeeded.size() - succeededLeft.size(),
                ended.failed + uncounted.failed.size() - failedLeft.size(),
                ended.completedIndexes,
                ended.failedIndexes);
        return new JobStatus(conditions, span, running, now, new Uncounted(succeededLeft, failedLeft));
    }

    Map<String, Object> toTree() {
        Map<String, Object> tree = Tree.of();
        if (!conditions.isEmpty()) {
            tree.put(
                    "conditions",
                    new ArrayList<>(
                            conditions.stream().map(JobCondition::toTree).toList()));
        }
        span.start.ifPresent(time -> tree.put("startTime", Times.format(time)));
        span.completion.ifPresent(time -> tree.put("completionTime", Times.format(time)));
        running.ifPresent(counts -> {
            putUnlessZero(tree, "active", counts.active);
            tree.put("ready", counts.ready);
            tree.put("terminating", counts.terminating);
        });
        putUnlessZero(tree, "succeeded", ended.succeeded);
        putUnlessZero(tree, "failed", ended.failed);
        if (!ended.completedIndexes.isEmpty()) {
            tree.put("completedIndexes", ended.completedIndexes);
        }
        ended.failedIndexes.ifPresent(indexes -> tree.put("failedIndexes", indexes));
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
