package io.trainyard.launcher.run.progress;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that is known of a run. Immutable.
 *
 * @param started when the run began
 * @param jobs the TrainJobs by key; those that were not seen yet are missing
 * @param pods the pods by uid, in the order in which they were first seen
 * @param warnings what somebody warned of, each once, in order
 * @param culprit the first container that failed by itself, if one did
 */
public record RunState(
        Instant started,
        Map<String, JobSight> jobs,
        Map<String, PodState> pods,
        List<RunEvent.WarningSeen> warnings,
        Optional<Culprit> culprit) {
    public RunState {
        jobs = Collections.unmodifiableMap(jobs);
        pods = Collections.unmodifiableMap(pods);
        warnings = List.copyOf(warnings);
    }

    /**
     * A container whose end began the trouble.
     *
     * @param pod its pod as it was then
     */
    public record Culprit(PodSight pod, ContainerSight container) {}

    /** Nothing was seen yet. */
    public static RunState begin(Instant started) {
        return new RunState(started, new LinkedHashMap<>(), new LinkedHashMap<>(), List.of(), Optional.empty());
    }

    RunState withJob(JobSight job) {
        Map<String, JobSight> next = new LinkedHashMap<>(jobs);
        next.put(job.key(), job);
        return new RunState(started, next, pods, warnings, culprit);
    }

    RunState withPod(PodState pod) {
        Map<String, PodState> next = new LinkedHashMap<>(pods);
        next.put(pod.sight().uid(), pod);
        return new RunState(started, jobs, next, warnings, culprit);
    }

    RunState withWarning(RunEvent.WarningSeen warning) {
        List<RunEvent.WarningSeen> next = new java.util.ArrayList<>(warnings);
        next.add(warning);
        return new RunState(started, jobs, pods, next, culprit);
    }

    RunState withCulprit(Culprit found) {
        return new RunState(started, jobs, pods, warnings, Optional.of(found));
    }

    /** The same, with the culprit of an earlier state: what fails after a decision did not lead to it. */
    public RunState blaming(RunState earlier) {
        return new RunState(started, jobs, pods, warnings, earlier.culprit);
    }

    /** The pods of a TrainJob, by replicated job and index; of several with one name all. */
    public List<PodState> podsOf(String trainJob) {
        return pods.values().stream()
                .filter(pod -> pod.sight().trainJob().equals(trainJob))
                .sorted(java.util.Comparator.<PodState, Boolean>comparing(
                                pod -> pod.sight().replicatedJob().isEmpty())
                        .thenComparing(pod -> pod.sight().jobIndex())
                        .thenComparing(pod -> pod.sight().index()))
                .toList();
    }

    /** The pods that are shown live: of several with one name, and of those that were replaced, the newest. */
    public List<PodState> currentPodsOf(String trainJob) {
        Map<String, PodState> newest = new LinkedHashMap<>();
        podsOf(trainJob).forEach(pod -> newest.merge(pod.sight().shortName(), pod, RunState::newer));
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
     * started, and another pod in its place would do no better (LOCAL-84).
     */
    public boolean isHopeless(java.util.Collection<String> keys) {
        return keys.stream()
                .filter(key -> !jobs.containsKey(key) || !jobs.get(key).phase().isOver())
                .allMatch(key -> podsOf(key).stream()
                        .anyMatch(pod -> pod.sight().phase().equals("Failed")
                                && pod.sight().containers().stream()
                                        .anyMatch(
                                                container -> container.reason().equals("StartError"))));
    }

    /** True when one of the TrainJobs has failed. */
    public boolean hasFailed() {
        return jobs.values().stream().anyMatch(job -> job.phase() == JobPhase.FAILED);
    }
}
