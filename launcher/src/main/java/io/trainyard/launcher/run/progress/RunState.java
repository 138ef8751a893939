package io.trainyard.launcher.run.progress;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that is known of a run. Immutable.
 *
 * @param started when the run began
 * @param jobs the TrainJobs by key; those that were not seen yet are missing
 * @param pods the pods by uid, in the order in which they were first seen
 * @param warnings what somebody warned of, each once, in order
 * @param firstFailure the first container that failed by itself in the last attempt, if one did
 * @param stopping whether programs that still run are being stopped
 */
public record RunState(
        Instant started,
        Map<String, JobSnapshot> jobs,
        Map<String, PodState> pods,
        List<RunEvent.WarningRecorded> warnings,
        Optional<FirstFailure> firstFailure,
        boolean stopping) {
    private static final Set<String> HOPELESS = Set.of("StartError", "CreateContainerError", "InitializerError");

    public RunState {
        jobs = Collections.unmodifiableMap(jobs);
        pods = Collections.unmodifiableMap(pods);
        warnings = List.copyOf(warnings);
    }

    /**
     * The first container that failed by itself: of the last attempt, since what failed before was tried again.
     *
     * @param pod its pod as it was then
     */
    public record FirstFailure(PodSnapshot pod, ContainerSnapshot container) {
        /** Whether this came when what the other one stands for had been tried again: by all pods, by another pod in its place, or in the same pod. */
        boolean isOfLaterAttempt(FirstFailure other) {
            boolean samePlace = pod.trainJob().equals(other.pod.trainJob())
                    && pod.shortName().equals(other.pod.shortName());
            boolean again = pod.uid().equals(other.pod.uid())
                    ? container.name().equals(other.container.name())
                            && container.restarts() > other.container.restarts()
                    : samePlace;
            return again || pod.attempt() > other.pod.attempt();
        }
    }

    /** Nothing was seen yet. */
    public static RunState begin(Instant started) {
        return new RunState(started, new LinkedHashMap<>(), new LinkedHashMap<>(), List.of(), Optional.empty(), false);
    }

    RunState withJob(JobSnapshot job) {
        Map<String, JobSnapshot> next = new LinkedHashMap<>(jobs);
        next.put(job.key(), job);
        return new RunState(started, next, pods, warnings, firstFailure, stopping);
    }

    RunState withPod(PodState pod) {
        Map<String, PodState> next = new LinkedHashMap<>(pods);
        next.put(pod.snapshot().uid(), pod);
        return new RunState(started, jobs, next, warnings, firstFailure, stopping);
    }

    RunState withWarning(RunEvent.WarningRecorded warning) {
        List<RunEvent.WarningRecorded> next = new java.util.ArrayList<>(warnings);
        next.add(warning);
        return new RunState(started, jobs, pods, next, firstFailure, stopping);
    }

    /** One more failure, which counts if it is the first one of its attempt. */
    RunState withFailure(FirstFailure found) {
        boolean first = firstFailure.map(found::isOfLaterAttempt).orElse(true);
        return !first ? this : new RunState(started, jobs, pods, warnings, Optional.of(found), stopping);
    }

    /** Programs that still run are being stopped; what they do from now on is nobody's fault. */
    RunState stop() {
        Map<String, JobSnapshot> stopped = new LinkedHashMap<>(jobs);
        stopped.replaceAll((key, job) -> job.phase().isOver() ? job : job.stopped());
        return new RunState(started, stopped, pods, warnings, firstFailure, true);
    }

    /** The run is over, and nothing of it runs any more. */
    public RunState closed() {
        Map<String, PodState> closed = new LinkedHashMap<>(pods);
        closed.replaceAll((uid, pod) -> pod.closed());
        return new RunState(started, jobs, closed, warnings, firstFailure, stopping);
    }

    /** The same, with the first failure of an earlier state: what fails after a decision did not cause it. */
    public RunState withFirstFailureOf(RunState earlier) {
        return new RunState(started, jobs, pods, warnings, earlier.firstFailure, stopping);
    }

    /** The pods of a TrainJob, by replicated job and index; of several with one name all. */
    public List<PodState> podsOf(String trainJob) {
        return pods.values().stream()
                .filter(pod -> pod.snapshot().trainJob().equals(trainJob))
                .sorted(java.util.Comparator.<PodState, Boolean>comparing(
                                pod -> pod.snapshot().replicatedJob().isEmpty())
                        .thenComparing(pod -> pod.snapshot().jobIndex())
                        .thenComparing(pod -> pod.snapshot().index()))
                .toList();
    }

    /** The pods that are shown live: of several with one name, and of those that were replaced, the newest. */
    public List<PodState> currentPodsOf(String trainJob) {
        Map<String, PodState> newest = new LinkedHashMap<>();
        podsOf(trainJob).forEach(pod -> newest.merge(pod.snapshot().shortName(), pod, RunState::newer));
        return List.copyOf(newest.values());
    }

    private static PodState newer(PodState one, PodState other) {
        return other.gone() && !one.gone() ? one : other;
    }

    /** True when these TrainJobs have all ended. */
    public boolean isOver(java.util.Collection<String> keys) {
        return keys.stream()
                .allMatch(key -> jobs.containsKey(key) && jobs.get(key).phase().isOver());
    }

    /**
     * True when those of these TrainJobs that have not ended cannot end well on this machine: a pod has failed because a program of it cannot be
     * started, or cannot fetch what it should, and another pod in its place would do no better.
     */
    public boolean cannotSucceed(java.util.Collection<String> keys) {
        return keys.stream()
                .filter(key -> !jobs.containsKey(key) || !jobs.get(key).phase().isOver())
                .allMatch(key -> podsOf(key).stream()
                        .anyMatch(pod -> pod.snapshot().phase().equals("Failed")
                                && pod.snapshot().containers().stream().anyMatch(RunState::isHopeless)));
    }

    /** Whether it cannot be started on this machine, or not fetch what it should. */
    public static boolean isHopeless(ContainerSnapshot container) {
        return HOPELESS.contains(container.reason());
    }

    /** What is said of a container that waits for a Secret or a ConfigMap that is not there; empty when none waits. */
    public Optional<String> missingReference() {
        return pods.values().stream()
                .filter(pod -> !pod.gone())
                .flatMap(pod -> pod.snapshot().containers().stream())
                .filter(container -> container.reason().equals("CreateContainerConfigError"))
                .map(ContainerSnapshot::message)
                .findFirst();
    }

    /** True when one of the TrainJobs has failed. */
    public boolean hasFailed() {
        return jobs.values().stream().anyMatch(job -> job.phase() == JobPhase.FAILED);
    }
}
