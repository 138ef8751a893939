package io.trainyard.local.controllers.job;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The pods of a Job, counted.
 *
 * @param active pods that have not ended and are not being deleted
 * @param terminating how many pods are being deleted and have not ended
 * @param succeeded how many pods, of an Indexed Job how many indexes, have succeeded
 * @param failed how many pods have failed and count
 * @param completedBefore indexes that the status knows
 * @param completed indexes that have succeeded
 * @param failedIndexes empty unless failures are counted per index
 * @param held by index, the failed pod that must stay until its successor carries its count on
 * @param failures what is to be remembered
 */
record PodCounts(
        List<JobPod> active,
        long terminating,
        long succeeded,
        long failed,
        IndexSet completedBefore,
        IndexSet completed,
        Optional<IndexSet> failedIndexes,
        Map<Integer, JobPod> held,
        BackoffRecord failures) {
    static PodCounts of(JobState state) {
        JobSpec spec = state.spec();
        JobStatus status = state.status();
        List<JobPod> active = state.pods().stream().filter(JobPod::active).toList();
        long terminating = state.pods().stream().filter(JobPod::terminating).count();
        List<JobPod> newSucceeded = fresh(state, status.uncounted().succeeded()).stream()
                .filter(JobPod::succeeded)
                .toList();
        List<JobPod> newFailed = fresh(state, status.uncounted().failed()).stream()
                .filter(pod -> pod.failed(spec))
                .toList();
        long failed = status.ended().failed()
                + status.uncounted().failed().size()
                + newFailed.stream()
                        .filter(pod -> matchPolicy(spec, pod).counts())
                        .count();
        BackoffRecord failures = state.failures().after(newSucceeded, newFailed);
        if (!spec.indexed()) {
            long succeeded =
                    status.ended().succeeded() + status.uncounted().succeeded().size() + newSucceeded.size();
            return new PodCounts(
                    active,
                    terminating,
                    succeeded,
                    failed,
                    IndexSet.EMPTY,
                    IndexSet.EMPTY,
                    Optional.empty(),
                    Map.of(),
                    failures);
        }
        IndexSet before = IndexSet.parse(
                status.ended().completedIndexes(), spec.completions().orElse(Long.MAX_VALUE));
        IndexSet completed = before.with(newlyCompleted(state));
        Optional<IndexSet> failedIndexes =
                spec.backoffLimitPerIndex().isEmpty() ? Optional.empty() : Optional.of(failedIndexes(state));
        Map<Integer, JobPod> held = failedIndexes
                .map(given -> held(state, active, completed.with(given)))
                .orElse(Map.of());
        return new PodCounts(
                active, terminating, completed.size(), failed, before, completed, failedIndexes, held, failures);
    }

    /** Pods that are neither counted nor noted for counting. */
    private static List<JobPod> fresh(JobState state, List<String> noted) {
        return state.pods().stream()
                .filter(pod -> isCandidate(state.spec(), pod) && !noted.contains(pod.uid()))
                .toList();
    }

    private static boolean isCandidate(JobSpec spec, JobPod pod) {
        return pod.tracked() && (!spec.indexed() || spec.has(pod.index()));
    }

    private static Set<Integer> newlyCompleted(JobState state) {
        return state.pods().stream()
                .filter(pod -> pod.succeeded() && isCandidate(state.spec(), pod))
                .map(JobPod::index)
                .collect(Collectors.toSet());
    }

    private static IndexSet failedIndexes(JobState state) {
        JobSpec spec = state.spec();
        IndexSet before = IndexSet.parse(
                state.status().ended().failedIndexes().orElse(""),
                spec.completions().orElse(Long.MAX_VALUE));
        return before.with(state.pods().stream()
                .filter(pod -> isCandidate(spec, pod) && failsItsIndex(spec, pod))
                .map(JobPod::index)
                .collect(Collectors.toSet()));
    }

    private static boolean failsItsIndex(JobSpec spec, JobPod pod) {
        if (!pod.failed(spec)) {
            return false;
        }
        PodFailurePolicy.Match matched = matchPolicy(spec, pod);
        return matched.action() == PodFailurePolicy.Action.FAIL_INDEX
                || (matched.counts()
                        && pod.indexFailures() >= spec.backoffLimitPerIndex().orElse(Long.MAX_VALUE));
    }

    /** What the failure policy of the Job, if any, makes of a failed pod. */
    static PodFailurePolicy.Match matchPolicy(JobSpec spec, JobPod pod) {
        return spec.podFailurePolicy().map(policy -> policy.match(pod)).orElse(PodFailurePolicy.Match.COUNTED);
    }

    private static Map<Integer, JobPod> held(JobState state, List<JobPod> active, IndexSet decided) {
        Set<Integer> running = active.stream().map(JobPod::index).collect(Collectors.toCollection(HashSet::new));
        Map<Integer, JobPod> held = new HashMap<>();
        for (JobPod pod : state.pods()) {
            boolean waits = isCandidate(state.spec(), pod)
                    && pod.failed(state.spec())
                    && !decided.contains(pod.index())
                    && !running.contains(pod.index());
            if (waits) {
                held.merge(pod.index(), pod, PodCounts::later);
            }
        }
        return Map.copyOf(held);
    }

    private static JobPod later(JobPod one, JobPod other) {
        int counts = Integer.compare(
                one.indexFailures() + one.ignoredIndexFailures(), other.indexFailures() + other.ignoredIndexFailures());
        return counts <= 0 && !other.finishTime().isBefore(one.finishTime()) ? other : one;
    }

    /** How often containers were restarted, over all pods that have not ended. */
    static long restarts(JobState state) {
        return state.pods().stream().mapToLong(JobPod::restarts).sum();
    }

    /** How many active pods are ready. */
    long ready() {
        return active.stream().filter(JobPod::ready).count();
    }
}
