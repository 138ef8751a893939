package io.trainyard.local.controllers.job;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Jobs and pods for tests of decisions. */
final class Jobs {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private Jobs() {}

    /** A Job with this specification and status, in YAML. */
    static Map<String, Object> job(String spec, String status) {
        Map<String, Object> job = Tree.of("apiVersion", "batch/v1", "kind", "Job");
        job.put("metadata", Tree.of("namespace", "demo", "name", "train", "uid", "job-uid"));
        job.put("spec", Yaml.parse(spec));
        job.put("status", Yaml.parse(status));
        return job;
    }

    static JobState state(String spec, String status, List<Map<String, Object>> pods) {
        return state(spec, status, pods, BackoffRecord.NONE);
    }

    static JobState state(String spec, String status, List<Map<String, Object>> pods, BackoffRecord failures) {
        Map<String, Object> job = job(spec, status);
        return new JobState(
                JobSpec.of(job),
                JobStatus.parse(Tree.child(job, "status")),
                pods.stream().map(JobPod::of).toList(),
                failures,
                JobOptions.CLUSTER,
                NOW);
    }

    /** A pod that the Job has not counted yet. */
    static Map<String, Object> pod(int index, String phase) {
        Map<String, Object> metadata = Tree.of("namespace", "demo", "name", "train-" + index, "uid", "pod-" + index);
        metadata.put("creationTimestamp", NOW.minusSeconds(60).toString());
        metadata.put("finalizers", new ArrayList<>(List.of(JobKeys.TRACKING)));
        metadata.put("annotations", Tree.of(JobKeys.COMPLETION_INDEX, Integer.toString(index)));
        Map<String, Object> pod = Tree.of("metadata", metadata);
        pod.put("spec", Tree.of("nodeName", "local"));
        pod.put("status", Tree.of("phase", phase));
        return pod;
    }

    /** A failed pod whose container ended so many seconds ago. */
    static Map<String, Object> failed(int index, long exitCode, int secondsAgo) {
        Map<String, Object> pod = pod(index, "Failed");
        Map<String, Object> end = Tree.of(
                "exitCode", exitCode, "finishedAt", NOW.minusSeconds(secondsAgo).toString());
        Map<String, Object> container =
                Tree.of("name", "main", "restartCount", 0L, "state", Tree.of("terminated", end));
        Tree.put(pod, List.of(container), "status", "containerStatuses");
        return pod;
    }

    /** The same pod with another uid, for tests with two pods of one index. */
    static Map<String, Object> named(Map<String, Object> pod, String name) {
        Tree.put(pod, name, "metadata", "name");
        Tree.put(pod, name, "metadata", "uid");
        return pod;
    }

    static Map<String, Object> ready(Map<String, Object> pod) {
        Tree.put(pod, List.of(Tree.of("type", "Ready", "status", "True")), "status", "conditions");
        return pod;
    }

    static Map<String, Object> deleted(Map<String, Object> pod) {
        Tree.put(pod, NOW.toString(), "metadata", "deletionTimestamp");
        return pod;
    }

    static Map<String, Object> uncountable(Map<String, Object> pod) {
        Tree.put(pod, new ArrayList<>(), "metadata", "finalizers");
        return pod;
    }

    static Map<String, Object> annotated(Map<String, Object> pod, String name, String value) {
        Tree.put(pod, value, "metadata", "annotations", name);
        return pod;
    }
}
