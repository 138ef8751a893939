package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the jobs of one replicated job are doing: an entry of {@code status.replicatedJobsStatus}. All counts are of jobs, not of
 * pods.
 *
 * @param restarts of single jobs, by index; empty when no job was restarted alone
 * @param countedRestarts those that count towards the limit
 */
record ReplicatedJobStatus(
        String name,
        int ready,
        int succeeded,
        int failed,
        int active,
        int suspended,
        List<Long> restarts,
        List<Long> countedRestarts) {
    ReplicatedJobStatus {
        restarts = List.copyOf(restarts);
        countedRestarts = List.copyOf(countedRestarts);
    }

    static ReplicatedJobStatus of(Map<String, Object> tree) {
        return new ReplicatedJobStatus(
                Tree.text(tree, "name"),
                (int) Tree.integer(0, tree, "ready"),
                (int) Tree.integer(0, tree, "succeeded"),
                (int) Tree.integer(0, tree, "failed"),
                (int) Tree.integer(0, tree, "active"),
                (int) Tree.integer(0, tree, "suspended"),
                numbers(tree, "jobRestarts"),
                numbers(tree, "jobRestartsCountTowardsMax"));
    }

    private static List<Long> numbers(Map<String, Object> tree, String field) {
        return Tree.list(tree, field).stream()
                .map(value -> ((Number) value).longValue())
                .toList();
    }

    /** What a JobSet's status says, by name; empty at the beginning. */
    static Map<String, ReplicatedJobStatus> recorded(JobSet set) {
        Map<String, ReplicatedJobStatus> states = new LinkedHashMap<>();
        for (Map<String, Object> item : Tree.objects(set.status(), "replicatedJobsStatus")) {
            ReplicatedJobStatus state = of(item);
            states.put(state.name(), state);
        }
        return states;
    }

    /** What the jobs say, by name, in the order of the specification; restarts of single jobs are taken over from what is recorded. */
    static Map<String, ReplicatedJobStatus> counted(
            JobSet set, ChildJobs jobs, Map<String, ReplicatedJobStatus> recorded) {
        Map<String, ReplicatedJobStatus> states = new LinkedHashMap<>();
        for (ReplicatedJob replicated : set.replicatedJobs()) {
            String name = replicated.name();
            List<ChildJob> active = jobs.active().stream()
                    .filter(job -> job.replicatedJob().equals(name))
                    .toList();
            ReplicatedJobStatus before = recorded.get(name);
            states.put(
                    name,
                    new ReplicatedJobStatus(
                            name,
                            (int) active.stream().filter(ChildJob::isReady).count(),
                            count(jobs.successful(), name),
                            count(jobs.failed(), name),
                            (int) active.stream()
                                    .filter(ChildJob::hasActivePods)
                                    .count(),
                            (int) active.stream().filter(ChildJob::isSuspended).count(),
                            before == null ? List.of() : before.restarts(),
                            before == null ? List.of() : before.countedRestarts()));
        }
        return states;
    }

    private static int count(List<ChildJob> jobs, String name) {
        return (int)
                jobs.stream().filter(job -> job.replicatedJob().equals(name)).count();
    }

    /** How often a job was restarted alone. */
    long restartsOf(int index) {
        return index < restarts.size() ? restarts.get(index) : 0;
    }

    /** Whether all jobs are ready, or finished in one way or the other. */
    boolean hasStarted(int replicas) {
        return failed + ready + succeeded == replicas;
    }

    /** The same after one more restart of a single job. */
    ReplicatedJobStatus withRestart(int index, int replicas, boolean counts) {
        return new ReplicatedJobStatus(
                name,
                ready,
                succeeded,
                failed,
                active,
                suspended,
                increased(restarts, index, replicas),
                counts ? increased(countedRestarts, index, replicas) : countedRestarts);
    }

    private static List<Long> increased(List<Long> numbers, int index, int replicas) {
        List<Long> all = new ArrayList<>(numbers);
        int missing = Math.max(replicas, index + 1) - all.size();
        all.addAll(Collections.nCopies(Math.max(0, missing), 0L));
        all.set(index, all.get(index) + 1);
        return all;
    }

    /** As the status says it; counts are always written. */
    Map<String, Object> toTree() {
        Map<String, Object> tree = Tree.of(
                "name",
                name,
                "ready",
                (long) ready,
                "succeeded",
                (long) succeeded,
                "failed",
                (long) failed,
                "active",
                (long) active,
                "suspended",
                (long) suspended);
        if (!restarts.isEmpty()) {
            tree.put("jobRestarts", new ArrayList<Object>(restarts));
        }
        if (!countedRestarts.isEmpty()) {
            tree.put("jobRestartsCountTowardsMax", new ArrayList<Object>(countedRestarts));
        }
        return tree;
    }
}
