package io.trainyard.core.compile;

import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.ReplicatedJobStatus;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.runtime.ExistingJob;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What plugins are told of a JobSet that exists. */
public final class ExistingJobs {
    private ExistingJobs() {}

    /** The JobSet as plugins see it. */
    public static ExistingJob of(JobSet jobSet) {
        return new ExistingJob(
                jobSet.suspended(),
                jobSet.replicatedJobs().stream().map(job -> pods(jobSet, job)).toList());
    }

    private static ExistingJob.Pods pods(JobSet jobSet, Map<String, Object> job) {
        String name = String.valueOf(job.get("name"));
        Map<String, String> annotations = new LinkedHashMap<>();
        Tree.child(job, "template", "spec", "template", "metadata", "annotations")
                .forEach((key, value) -> annotations.put(key, String.valueOf(value)));
        Optional<ReplicatedJobStatus> status = jobSet.statusOrEmpty().replicatedJobsStatus().stream()
                .filter(reported -> reported.name().equals(name))
                .findFirst();
        return new ExistingJob.Pods(
                name,
                annotations,
                status.map(ReplicatedJobStatus::active).orElse(0),
                status.map(ReplicatedJobStatus::succeeded).orElse(0));
    }
}
