package io.trainyard.local.controllers.scheduler;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.cache.Indexer;
import io.trainyard.local.controllers.jobset.StartOrder;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sorts waiting pods into gangs. Pods of a Job that has started before, such as the successors of failed ones, are gangs of one.
 * The pods of all other Jobs of a JobSet are one gang; it is left out until all of them have been made. Pods that name a pod group are
 * a gang as soon as there are as many as the group asks for. Pure.
 */
final class GangFinder {
    private static final String JOB_SET = "jobset.sigs.k8s.io/";

    private final Map<String, Map<String, Object>> jobs;
    private final Map<String, Map<String, Object>> jobSets;
    private final Map<String, List<Map<String, Object>>> podsByJob;
    private final PodGroupMembers groups;

    /**
     * What there is.
     *
     * @param jobSets may be empty when nobody makes JobSets
     * @param groups the pod groups of the same pods
     */
    GangFinder(
            List<Map<String, Object>> pods,
            List<Map<String, Object>> jobs,
            List<Map<String, Object>> jobSets,
            PodGroupMembers groups) {
        this.groups = groups;
        this.jobs = byUid(jobs);
        this.jobSets = byUid(jobSets);
        this.podsByJob = pods.stream()
                .filter(pod -> !controllerUid(pod).isEmpty())
                .collect(Collectors.groupingBy(GangFinder::controllerUid));
    }

    private static Map<String, Map<String, Object>> byUid(List<Map<String, Object>> objects) {
        return objects.stream()
                .collect(Collectors.toMap(object -> Tree.text(object, "metadata", "uid"), Function.identity()));
    }

    private static String controllerUid(Map<String, Object> object) {
        return Indexer.controller(object).map(owner -> Tree.text(owner, "uid")).orElse("");
    }

    /** The gangs that are complete, first come first. */
    List<Gang> gangs(List<Map<String, Object>> waiting) {
        List<Gang> gangs = new ArrayList<>(groups.gangs(waiting, this::isMissingNobody));
        Map<String, List<Map<String, Object>>> starting = new LinkedHashMap<>();
        for (Map<String, Object> pod : waiting) {
            if (groups.of(pod).isPresent()) {
                continue;
            }
            Map<String, Object> job = jobs.get(controllerUid(pod));
            if (job == null) {
                gangs.add(new Gang(pod, created(pod), List.of(pod)));
            } else if (hasStarted(job)) {
                gangs.add(new Gang(job, created(jobSet(job).orElse(job)), List.of(pod)));
            } else {
                String owner = jobSet(job)
                        .map(set -> Tree.text(set, "metadata", "uid"))
                        .orElseGet(() -> Tree.text(job, "metadata", "uid"));
                starting.computeIfAbsent(owner, any -> new ArrayList<>()).add(pod);
            }
        }
        starting.forEach((owner, pods) -> {
            @Nullable Map<String, Object> jobSet = jobSets.get(owner);
            @Nullable Map<String, Object> object = jobSet == null ? jobs.get(owner) : jobSet;
            if (object != null && (jobSet == null ? hasAllPods(object) : isWaveComplete(object))) {
                gangs.add(new Gang(object, created(object), pods));
            }
        });
        gangs.sort(java.util.Comparator.comparing(Gang::created));
        return gangs;
    }

    /** Whether no more pods are about to be made by whoever made this one. */
    private boolean isMissingNobody(Map<String, Object> pod) {
        Map<String, Object> job = jobs.get(controllerUid(pod));
        return job == null || jobSet(job).map(this::isWaveComplete).orElseGet(() -> hasAllPods(job));
    }

    private Optional<Map<String, Object>> jobSet(Map<String, Object> job) {
        return Optional.ofNullable(jobSets.get(controllerUid(job)));
    }

    static Instant created(Map<String, Object> object) {
        String text = Tree.text(object, "metadata", "creationTimestamp");
        return text.isEmpty() ? Instant.EPOCH : OffsetDateTime.parse(text).toInstant();
    }

    private boolean hasStarted(Map<String, Object> job) {
        return Tree.integer(0, job, "status", "succeeded") > 0
                || Tree.integer(0, job, "status", "failed") > 0
                || pods(job).stream()
                        .anyMatch(pod -> !Tree.text(pod, "spec", "nodeName").isEmpty());
    }

    private List<Map<String, Object>> pods(Map<String, Object> job) {
        return podsByJob.getOrDefault(Tree.text(job, "metadata", "uid"), List.of());
    }

    private boolean hasAllPods(Map<String, Object> job) {
        long parallelism = Tree.integer(1, job, "spec", "parallelism");
        long wanted = Math.min(parallelism, Tree.integer(parallelism, job, "spec", "completions"));
        return pods(job).size() >= wanted;
    }

    /** Whether all pods exist of all replicated jobs that may start now. */
    private boolean isWaveComplete(Map<String, Object> jobSet) {
        String uid = Tree.text(jobSet, "metadata", "uid");
        String attempt = Long.toString(Tree.integer(0, jobSet, "status", "restarts"));
        Map<String, List<Map<String, Object>>> present = jobs.values().stream()
                .filter(job -> controllerUid(job).equals(uid))
                .filter(job -> label(job, "restart-attempt").equals(attempt))
                // After a resume those that wait for others are there already, suspended, and have no pods.
                .filter(job -> !Tree.flag(job, "spec", "suspend") || isFinished(job))
                .collect(Collectors.groupingBy(job -> label(job, "replicatedjob-name")));
        boolean inOrder =
                Tree.text(jobSet, "spec", "startupPolicy", "startupPolicyOrder").equals("InOrder");
        for (Map<String, Object> replicatedJob : Tree.objects(jobSet, "spec", "replicatedJobs")) {
            List<Map<String, Object>> made = present.getOrDefault(Tree.text(replicatedJob, "name"), List.of());
            boolean mayStart =
                    !made.isEmpty() || (!inOrder && StartOrder.mayStart(jobSet, Tree.text(replicatedJob, "name")));
            if (mayStart && made.size() < Tree.integer(1, replicatedJob, "replicas")) {
                return false;
            }
            if (!made.stream().allMatch(job -> isFinished(job) || hasStarted(job) || hasAllPods(job))) {
                return false;
            }
        }
        return true;
    }

    private static String label(Map<String, Object> job, String name) {
        return Tree.text(job, "metadata", "labels", JOB_SET + name);
    }

    private static boolean isFinished(Map<String, Object> job) {
        return Tree.objects(job, "status", "conditions").stream()
                .anyMatch(condition -> "True".equals(condition.get("status"))
                        && List.of("Complete", "Failed").contains(Tree.text(condition, "type")));
    }
}
