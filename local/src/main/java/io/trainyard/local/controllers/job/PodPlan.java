package io.trainyard.local.controllers.job;

import io.trainyard.local.client.workqueue.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which pods are to be made and which to go.
 *
 * @param delete pods to delete
 * @param counted whether they are counted as they go; if not, their finalizer is taken away first
 * @param create pods to make
 * @param requeue when more can be made
 */
record PodPlan(List<JobPod> delete, boolean counted, List<NewPod> create, Result requeue) {
    private static final Comparator<JobPod> DELETION_ORDER = Comparator.comparing(JobPod::isOnNode)
            .thenComparing(
                    pod -> pod.phase().equals("Pending") ? 0 : pod.phase().equals("Running") ? 2 : 1)
            .thenComparing(JobPod::ready)
            .thenComparing(Comparator.comparingLong(JobPod::restarts).reversed())
            .thenComparing(JobPod::created, Comparator.reverseOrder());

    /**
     * A pod to make.
     *
     * @param index completion index; -1 for none
     * @param failures how many pods of this index failed before; -1 when they are not counted per index
     * @param ignoredFailures how many more failed without counting
     */
    record NewPod(int index, int failures, int ignoredFailures) {
        static final NewPod ANY = new NewPod(-1, -1, 0);
    }

    /** The Job is decided: nothing may stay active. */
    static PodPlan end(PodCounts podCounts) {
        return new PodPlan(podCounts.active(), true, List.of(), Result.DONE);
    }

    /** The Job goes on. */
    static PodPlan of(JobState state, PodCounts podCounts) {
        JobSpec spec = state.spec();
        if (spec.deleted()) {
            return new PodPlan(List.of(), false, List.of(), Result.DONE);
        }
        long active = podCounts.active().size();
        long wanted = spec.suspended() ? 0 : wanted(spec, podCounts, active);
        List<JobPod> surplus = surplus(spec, podCounts.active(), Math.max(0, active - wanted));
        if (spec.suspended() || !surplus.isEmpty()) {
            return new PodPlan(surplus, false, List.of(), Result.DONE);
        }
        long room = wanted - active - (spec.replacesOnlyFailed() ? podCounts.terminating() : 0);
        return room > 0 ? creation(state, podCounts, room) : new PodPlan(List.of(), false, List.of(), Result.DONE);
    }

    private static long wanted(JobSpec spec, PodCounts podCounts, long active) {
        if (spec.completions().isEmpty()) {
            return podCounts.succeeded() > 0 ? active : spec.parallelism();
        }
        return Math.max(0, Math.min(spec.parallelism(), spec.completions().getAsLong() - podCounts.succeeded()));
    }

    /** What must go: pods that no index needs, and then the ones with which least is lost. */
    @SuppressWarnings("ReferenceEquality") // The best pod itself stays, not one that looks like it.
    private static List<JobPod> surplus(JobSpec spec, List<JobPod> active, long atLeast) {
        List<JobPod> sorted = new ArrayList<>(active);
        sorted.sort(DELETION_ORDER);
        List<JobPod> surplus = new ArrayList<>();
        if (spec.indexed()) {
            Map<Integer, JobPod> best = new HashMap<>();
            sorted.forEach(pod -> best.put(pod.index(), pod));
            sorted.stream()
                    .filter(pod -> !spec.has(pod.index()) || best.get(pod.index()) != pod)
                    .forEach(surplus::add);
        }
        sorted.stream()
                .filter(pod -> !surplus.contains(pod))
                .limit(Math.max(0, atLeast - surplus.size()))
                .toList()
                .forEach(surplus::add);
        return surplus;
    }

    private static PodPlan creation(JobState state, PodCounts podCounts, long room) {
        JobSpec spec = state.spec();
        boolean perIndex = spec.backoffLimitPerIndex().isPresent();
        if (!perIndex) {
            Duration wait = podCounts.failures().remaining(state.options(), state.now());
            if (!wait.isZero()) {
                return new PodPlan(List.of(), false, List.of(), Result.requeueAfter(wait));
            }
        }
        if (!spec.indexed()) {
            return new PodPlan(List.of(), false, Collections.nCopies((int) room, NewPod.ANY), Result.DONE);
        }
        List<NewPod> create = new ArrayList<>();
        Result requeue = Result.DONE;
        for (int index : missing(state, podCounts, room)) {
            JobPod previous = podCounts.held().get(index);
            Duration wait = previous == null
                    ? Duration.ZERO
                    : new BackoffRecord(
                                    previous.indexFailures() + previous.ignoredIndexFailures() + 1,
                                    Optional.of(previous.finishTime()))
                            .remaining(state.options(), state.now());
            if (wait.isZero()) {
                create.add(perIndex ? successor(spec, index, previous) : new NewPod(index, -1, 0));
            } else {
                requeue = requeue.earlier(Result.requeueAfter(wait));
            }
        }
        return new PodPlan(List.of(), false, create, requeue);
    }

    private static List<Integer> missing(JobState state, PodCounts podCounts, long count) {
        JobSpec spec = state.spec();
        IndexSet taken = podCounts
                .completed()
                .with(podCounts.active().stream()
                        .map(JobPod::index)
                        .filter(spec::has)
                        .toList());
        if (spec.replacesOnlyFailed()) {
            taken = taken.with(state.pods().stream()
                    .filter(JobPod::terminating)
                    .map(JobPod::index)
                    .filter(spec::has)
                    .toList());
        }
        if (podCounts.failedIndexes().isPresent()) {
            taken = taken.with(podCounts.failedIndexes().get());
        }
        List<Integer> missing = new ArrayList<>();
        for (int index = taken.firstFree(0);
                spec.has(index) && missing.size() < count;
                index = taken.firstFree(index + 1)) {
            missing.add(index);
        }
        return missing;
    }

    private static NewPod successor(JobSpec spec, int index, @Nullable JobPod previous) {
        if (previous == null) {
            return new NewPod(index, 0, 0);
        }
        boolean counts = PodCounts.matchPolicy(spec, previous).counts();
        return new NewPod(
                index, previous.indexFailures() + (counts ? 1 : 0), previous.ignoredIndexFailures() + (counts ? 0 : 1));
    }
}
