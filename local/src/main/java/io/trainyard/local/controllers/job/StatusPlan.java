package io.trainyard.local.controllers.job;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The status of a Job after its pods were made and deleted, and which pods are counted now.
 *
 * @param status to be stored before any finalizer is removed
 * @param release pods to remove the finalizer from after that
 * @param end the condition that ends the Job once nothing is left to count; empty when it goes on
 */
record StatusPlan(JobStatus status, List<JobPod> release, Optional<JobCondition> end) {
    /**
     * What became of the pods in this sync.
     *
     * @param deleted pods that are now being deleted, or gone
     * @param created how many new pods there are
     * @param complete whether all was done that was planned
     */
    record Done(List<JobPod> deleted, long created, boolean complete) {}

    static StatusPlan of(JobState state, PodCounts podCounts, Optional<JobCondition> finishedCondition, Done done) {
        long active = podCounts.active().size() - done.deleted().size() + done.created();
        long ready = podCounts.ready()
                - done.deleted().stream().filter(JobPod::ready).count();
        JobStatus status = state.status()
                .startedAt(start(state))
                .with(new JobStatus.Running(
                        active, ready, podCounts.terminating() + done.deleted().size()));
        Optional<JobCondition> decision = finishedCondition.filter(any -> done.complete());
        if (finishedCondition.isEmpty()) {
            decision = FinishedCondition.completion(state, podCounts, active);
            if (decision.isEmpty() && !state.spec().deleted()) {
                status = suspension(state, status);
            }
        }
        return count(state, podCounts, status, decision);
    }

    private static Optional<Instant> start(JobState state) {
        return state.status().startTime().isEmpty() && !state.spec().suspended()
                ? Optional.of(seconds(state.now()))
                : state.status().startTime();
    }

    private static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    /** A Job that is resumed starts again; one that is suspended has not started, so that its template may be changed. */
    private static JobStatus suspension(JobState state, JobStatus status) {
        boolean suspended = state.spec().suspended();
        JobCondition condition = JobCondition.of(
                JobCondition.SUSPENDED,
                suspended,
                suspended ? "JobSuspended" : "JobResumed",
                suspended ? "Job suspended" : "Job resumed",
                state.now());
        JobStatus next = status.with(condition);
        return next.conditions().equals(status.conditions())
                ? status
                : next.startedAt(suspended ? Optional.empty() : Optional.of(seconds(state.now())));
    }

    private static StatusPlan count(
            JobState state, PodCounts podCounts, JobStatus status, Optional<JobCondition> decision) {
        JobSpec spec = state.spec();
        Set<String> tracked = tracked(state.pods());
        JobStatus counted = status.counting(tracked);
        List<JobPod> release = new ArrayList<>();
        Set<String> succeeded = new LinkedHashSet<>(counted.uncounted().succeeded());
        Set<String> failed = new LinkedHashSet<>(counted.uncounted().failed());
        Set<Integer> completed = new HashSet<>();
        boolean decidedBad = decision.isPresent() && !decision.get().type().equals(JobCondition.SUCCESS_CRITERIA_MET);
        for (JobPod pod : state.pods()) {
            if (!pod.tracked() || !mayGo(state, podCounts, decision, pod)) {
                continue;
            }
            release.add(pod);
            if (pod.succeeded() && !failed.contains(pod.uid())) {
                if (!spec.indexed()) {
                    succeeded.add(pod.uid());
                } else if (spec.has(pod.index())) {
                    completed.add(pod.index());
                }
            } else if ((pod.failed(spec) || decidedBad)
                    && (!spec.indexed() || spec.has(pod.index()))
                    && PodCounts.matchPolicy(spec, pod).counts()) {
                failed.add(pod.uid());
            }
        }
        counted = counted.with(new JobStatus.Uncounted(List.copyOf(succeeded), List.copyOf(failed)));
        if (spec.indexed()) {
            counted = counted.withIndexes(podCounts.completedBefore().with(completed), podCounts.failedIndexes());
        }
        return conclude(counted, release, decision, state.now());
    }

    private static Set<String> tracked(List<JobPod> pods) {
        return pods.stream().filter(JobPod::tracked).map(JobPod::uid).collect(Collectors.toSet());
    }

    private static boolean mayGo(JobState state, PodCounts podCounts, Optional<JobCondition> decision, JobPod pod) {
        if (state.spec().deleted() || decision.isPresent() || pod.succeeded()) {
            return true;
        }
        JobPod held = podCounts.held().get(pod.index());
        return pod.failed(state.spec()) && (held == null || !held.uid().equals(pod.uid()));
    }

    private static StatusPlan conclude(
            JobStatus status, List<JobPod> release, Optional<JobCondition> decision, Instant now) {
        if (decision.isEmpty()) {
            return new StatusPlan(status, release, Optional.empty());
        }
        JobCondition condition = decision.get();
        JobCondition end =
                switch (condition.type()) {
                    case JobCondition.FAILURE_TARGET -> condition.as(JobCondition.FAILED, now);
                    case JobCondition.SUCCESS_CRITERIA_MET -> condition.as(JobCondition.COMPLETE, now);
                    default -> condition;
                };
        JobStatus announced = condition.type().equals(JobCondition.FAILED) ? status : status.with(condition);
        return new StatusPlan(announced, release, Optional.of(end));
    }

    /**
     * The status after finalizers were removed.
     *
     * @param stillTracked uids of the pods that have one still
     */
    JobStatus settled(JobStatus stored, Set<String> stillTracked) {
        JobStatus counted = stored.counting(stillTracked);
        long terminating = counted.running().map(JobStatus.Running::terminating).orElse(0L);
        if (end.isEmpty() || !counted.uncounted().isEmpty() || terminating > 0) {
            return counted;
        }
        JobStatus finished = counted.with(end.get());
        return end.get().type().equals(JobCondition.COMPLETE)
                ? finished.completedAt(end.get().changed())
                : finished;
    }
}
