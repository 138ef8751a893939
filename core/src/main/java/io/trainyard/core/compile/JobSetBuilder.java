package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the JobSet of a TrainJob from the final view. Pure. */
final class JobSetBuilder {
    private static final String SCHEDULER_NAME = "schedulerName";

    private JobSetBuilder() {}

    /**
     * The JobSet as it should be, without owner.
     *
     * @param live the JobSet that exists now; its Job templates keep their metadata, since those can never change
     */
    static JobSet build(TrainJob trainJob, RuntimeInfo info, Optional<JobSet> live) {
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        if (spec == null) {
            throw new IllegalArgumentException("a TrainJob without spec cannot have been compiled");
        }
        JobTemplateMetadata metadata = JobTemplateMetadata.of(spec);
        Map<String, Object> tree = new LinkedHashMap<>(info.template());
        tree.put(
                "replicatedJobs",
                JobSetTree.replicatedJobs(info).stream()
                        .map(job -> withLiveScheduler(job, info, live))
                        .map(job -> metadata.apply(job, liveMetadata(live, String.valueOf(job.get("name")))))
                        .toList());
        if (!info.successfulJobs().isEmpty()) {
            tree.put(
                    "successPolicy",
                    Tree.of("operator", "All", "targetReplicatedJobs", List.copyOf(info.successfulJobs())));
        }
        info.maxRestarts()
                .ifPresent(restarts -> tree.put(
                        "failurePolicy", Tree.with(Tree.child(tree, "failurePolicy"), "maxRestarts", restarts)));
        // Null means that nobody said anything: then nothing is sent and nothing is owned.
        tree.remove("suspend");
        if (spec.suspend() != null) {
            tree.put("suspend", spec.suspend());
        }
        JobSet jobSet = new JobSet();
        ObjectMeta objectMeta = new ObjectMeta();
        objectMeta.setName(trainJob.getMetadata().getName());
        objectMeta.setNamespace(trainJob.getMetadata().getNamespace());
        if (!info.labels().isEmpty()) {
            objectMeta.setLabels(new LinkedHashMap<>(info.labels()));
        }
        if (!info.annotations().isEmpty()) {
            objectMeta.setAnnotations(new LinkedHashMap<>(info.annotations()));
        }
        jobSet.setMetadata(objectMeta);
        jobSet.setSpec(tree);
        return jobSet;
    }

    private static Optional<Map<String, Object>> liveMetadata(Optional<JobSet> live, String replicatedJob) {
        return liveJob(live, replicatedJob).map(job -> Tree.child(job, "template", "metadata"));
    }

    /**
     * The scheduler of existing pod templates can never change, so a plugin chooses only for new ones. What the user writes is
     * passed on, and refused by JobSet if it comes too late.
     */
    private static Map<String, Object> withLiveScheduler(
            Map<String, Object> job, RuntimeInfo info, Optional<JobSet> live) {
        String name = String.valueOf(job.get("name"));
        Optional<Map<String, Object>> existing = liveJob(live, name);
        boolean chosen = info.podSet(name).flatMap(PodSet::schedulerName).isPresent();
        if (!chosen || existing.isEmpty()) {
            return job;
        }
        Optional<String> present = Tree.string(existing.get(), "template", "spec", "template", "spec", SCHEDULER_NAME);
        return Tree.update(
                job,
                podSpec -> {
                    Map<String, Object> changed = new LinkedHashMap<>(podSpec);
                    changed.remove(SCHEDULER_NAME);
                    present.ifPresent(scheduler -> changed.put(SCHEDULER_NAME, scheduler));
                    return changed;
                },
                "template",
                "spec",
                "template",
                "spec");
    }

    private static Optional<Map<String, Object>> liveJob(Optional<JobSet> live, String name) {
        return live.map(JobSet::replicatedJobs).orElse(List.of()).stream()
                .filter(job -> name.equals(job.get("name")))
                .findFirst();
    }
}
