package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Labels and annotations that tell of a job and its pods where they belong. */
final class JobLabels {
    private JobLabels() {}

    /**
     * What is both a label and an annotation.
     *
     * @param ownRestarts restarts of the single job; empty when those are not counted
     */
    static Map<String, Object> of(JobSet set, ReplicatedJob replicated, int index, Optional<Long> ownRestarts) {
        String jobName = name(set, replicated, index);
        int before = 0;
        int beforeInGroup = 0;
        int inGroup = 0;
        boolean passed = false;
        for (ReplicatedJob other : set.replicatedJobs()) {
            passed |= other.name().equals(replicated.name());
            boolean sameGroup = other.group().equals(replicated.group());
            before += passed ? 0 : other.replicas();
            beforeInGroup += passed || !sameGroup ? 0 : other.replicas();
            inGroup += sameGroup ? other.replicas() : 0;
        }
        Map<String, Object> labels = new LinkedHashMap<>();
        labels.put(JobSetKeys.JOB_SET_NAME, set.name());
        labels.put(JobSetKeys.JOB_SET_UID, set.uid());
        labels.put(JobSetKeys.REPLICATED_JOB_NAME, replicated.name());
        labels.put(JobSetKeys.REPLICATED_JOB_REPLICAS, String.valueOf(replicated.replicas()));
        labels.put(JobSetKeys.GLOBAL_REPLICAS, String.valueOf(set.totalReplicas()));
        labels.put(JobSetKeys.JOB_INDEX, String.valueOf(index));
        labels.put(JobSetKeys.JOB_GLOBAL_INDEX, String.valueOf(before + index));
        labels.put(JobSetKeys.JOB_KEY, key(set.namespace() + "/" + jobName));
        labels.put(JobSetKeys.RESTART_ATTEMPT, String.valueOf(set.restarts()));
        ownRestarts.ifPresent(number -> labels.put(JobSetKeys.JOB_RESTART_ATTEMPT, String.valueOf(number)));
        labels.put(JobSetKeys.GROUP_NAME, replicated.group());
        labels.put(JobSetKeys.GROUP_REPLICAS, String.valueOf(inGroup));
        labels.put(JobSetKeys.JOB_GROUP_INDEX, String.valueOf(beforeInGroup + index));
        coordinator(set).ifPresent(endpoint -> labels.put(JobSetKeys.COORDINATOR, endpoint));
        return labels;
    }

    /** Name of a job, from which those of its pods follow. */
    static String name(JobSet set, ReplicatedJob replicated, int index) {
        return set.name() + "-" + replicated.name() + "-" + index;
    }

    private static Optional<String> coordinator(JobSet set) {
        Map<String, Object> coordinator = Tree.child(set.spec(), "coordinator");
        return coordinator.isEmpty()
                ? Optional.empty()
                : Optional.of(set.name() + "-" + Tree.text(coordinator, "replicatedJob") + "-"
                        + Tree.integer(0, coordinator, "jobIndex") + "-" + Tree.integer(0, coordinator, "podIndex")
                        + "." + set.subdomain());
    }

    private static String key(String namespacedName) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(namespacedName.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }
}
