package io.trainyard.core.manifest;

import io.fabric8.kubernetes.api.model.batch.v1.JobTemplateSpec;
import java.util.List;

/** The fields of a JobSet's spec, only to recognise slips; what is not looked into further is an {@code Object}. */
record JobSetShape(
        List<ReplicatedJob> replicatedJobs,
        Object network,
        Object successPolicy,
        Object failurePolicy,
        Object startupPolicy,
        Boolean suspend,
        Object coordinator,
        String managedBy,
        Integer ttlSecondsAfterFinished,
        Object volumeClaimPolicies) {

    record ReplicatedJob(
            String name, String groupName, JobTemplateSpec template, Integer replicas, List<Dependency> dependsOn) {}

    record Dependency(String name, String status) {}
}
