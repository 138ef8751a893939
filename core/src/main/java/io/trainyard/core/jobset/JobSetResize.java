package io.trainyard.core.jobset;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Another number of pods for one replicated job of a JobSet that exists. Pure.
 *
 * @param job name of the replicated job
 * @param before how many pods it has
 * @param after how many it should have
 */
public record JobSetResize(String job, int before, int after) {
    /**
     * What has to change.
     *
     * @param wanted pods of the replicated jobs whose number may change, by name
     * @return empty when all have as many as they should, or the JobSet has ended
     */
    static Optional<JobSetResize> of(JobSet live, Map<String, Integer> wanted) {
        if (live.hasEnded() || live.isMarkedForDeletion()) {
            return Optional.empty();
        }
        return live.replicatedJobs().stream()
                .flatMap(job -> difference(job, wanted).stream())
                .findFirst();
    }

    private static Optional<JobSetResize> difference(Map<String, Object> job, Map<String, Integer> wanted) {
        String name = String.valueOf(job.get("name"));
        return Optional.ofNullable(wanted.get(name)).flatMap(after -> pods(job)
                .filter(before -> !before.equals(after))
                .map(before -> new JobSetResize(name, before, after)));
    }

    private static Optional<Integer> pods(Map<String, Object> job) {
        return Tree.wholeNumber(job, "template", "spec", "parallelism");
    }

    /** True when there will be more pods. */
    boolean grows() {
        return after > before;
    }

    /**
     * A merge patch that changes the two numbers and nothing else, and only the JobSet in this state: anything else in it could be refused, and the list
     * of replicated jobs can only be replaced as a whole.
     *
     * @param live the whole JobSet, not one from a cache
     */
    Map<String, Object> patch(JobSet live) {
        List<Object> jobs = new ArrayList<>();
        for (Map<String, Object> replicatedJob : live.replicatedJobs()) {
            jobs.add(
                    job.equals(replicatedJob.get("name"))
                            ? Tree.update(replicatedJob, this::resized, "template", "spec")
                            : replicatedJob);
        }
        return Map.of(
                "metadata",
                Map.of("resourceVersion", live.getMetadata().getResourceVersion()),
                "spec",
                Map.of("replicatedJobs", jobs));
    }

    private Map<String, Object> resized(Map<String, Object> jobSpec) {
        Map<String, Object> changed = new LinkedHashMap<>(jobSpec);
        changed.put("parallelism", after);
        changed.put("completions", after);
        return changed;
    }
}
