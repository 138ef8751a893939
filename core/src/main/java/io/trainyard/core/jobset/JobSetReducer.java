package io.trainyard.core.jobset;

import io.trainyard.core.report.TokenVolume;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.ResourceKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What of a JobSet is kept in memory. A running JobSet is never compared with anything, so only what its TrainJob's status needs stays;
 * a suspended one stays whole. With thousands of jobs this is most of the memory.
 */
public final class JobSetReducer {
    private JobSetReducer() {}

    /** Reduces in place an object that nobody else has seen yet. */
    public static JobSet reduce(JobSet jobSet) {
        @Nullable Map<String, Object> spec = jobSet.getSpec();
        if (spec != null && !jobSet.suspended()) {
            Optional<ResourceKey> unmarked = InjectedMark.reporting(jobSet).isPresent()
                    ? Optional.empty()
                    : Optional.of(new ResourceKey(
                            jobSet.getMetadata().getNamespace(),
                            jobSet.getMetadata().getName()));
            List<Map<String, Object>> jobs = jobSet.replicatedJobs().stream()
                    .map(job -> outline(job, unmarked))
                    .toList();
            Map<String, Object> reduced = new LinkedHashMap<>(4);
            if (spec.containsKey("suspend")) {
                reduced.put("suspend", spec.get("suspend"));
            }
            reduced.put("replicatedJobs", jobs);
            jobSet.setSpec(reduced);
        }
        return jobSet;
    }

    private static Map<String, Object> outline(Map<String, Object> job, Optional<ResourceKey> unmarked) {
        Map<String, Object> template = new LinkedHashMap<>(2);
        Map<String, Object> metadata = Tree.child(job, "template", "metadata");
        if (!metadata.isEmpty()) {
            template.put("metadata", metadata);
        }
        Map<String, Object> spec = new LinkedHashMap<>(2);
        if (Tree.at(job, "template", "spec", "parallelism") instanceof Number parallelism) {
            spec.put("parallelism", parallelism.intValue());
        }
        Map<String, Object> pods = pods(job, unmarked);
        if (!pods.isEmpty()) {
            spec.put("template", pods);
        }
        if (!spec.isEmpty()) {
            template.put("spec", spec);
        }
        return Map.of("name", String.valueOf(job.get("name")), "template", template);
    }

    /**
     * What plugins go on with, a scheduler that can never be another one, and with what programs report.
     *
     * @param unmarked the TrainJob of a JobSet in which no mark says whether they do
     */
    private static Map<String, Object> pods(Map<String, Object> job, Optional<ResourceKey> unmarked) {
        Map<String, Object> pods = new LinkedHashMap<>(2);
        Map<String, Object> annotations = Tree.child(job, "template", "spec", "template", "metadata", "annotations");
        if (!annotations.isEmpty()) {
            pods.put("metadata", Map.of("annotations", annotations));
        }
        Map<String, Object> spec = new LinkedHashMap<>(2);
        if (Tree.at(job, "template", "spec", "template", "spec", "schedulerName") instanceof String name) {
            spec.put("schedulerName", name);
        }
        List<Map<String, Object>> tokens =
                unmarked.map(trainJob -> TokenVolume.in(job, trainJob)).orElse(List.of());
        if (!tokens.isEmpty()) {
            spec.put("volumes", tokens);
        }
        if (!spec.isEmpty()) {
            pods.put("spec", spec);
        }
        return pods;
    }
}
