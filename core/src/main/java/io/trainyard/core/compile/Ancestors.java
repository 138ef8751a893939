package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainerApi;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The role of each replicated job of a runtime. Decided on the template of the runtime, before any override.
 *
 * @param byJob role by name of the replicated job; jobs without a role are missing
 */
public record Ancestors(Map<String, String> byJob) {
    private static final Set<String> KNOWN = Set.of(
            TrainerApi.ANCESTOR_TRAINER,
            TrainerApi.ANCESTOR_DATASET_INITIALIZER,
            TrainerApi.ANCESTOR_MODEL_INITIALIZER);

    /**
     * The roles.
     *
     * @param mpi whether the runtime has the policy of MPI, which works by names of jobs instead
     */
    public static Ancestors of(List<Map<String, Object>> replicatedJobs, boolean mpi) {
        Map<String, String> byJob = new LinkedHashMap<>();
        for (Map<String, Object> job : replicatedJobs) {
            label(job).ifPresent(ancestor -> byJob.put(String.valueOf(job.get("name")), ancestor));
        }
        if (byJob.isEmpty() && !mpi) {
            replicatedJobs.stream()
                    .filter(Ancestors::isUnlabelledTrainer)
                    .findFirst()
                    .ifPresent(job -> byJob.put(TrainerApi.NODE, TrainerApi.ANCESTOR_TRAINER));
        }
        return new Ancestors(byJob);
    }

    /** The role of a replicated job, by its name. */
    public Optional<String> of(String replicatedJob) {
        return Optional.ofNullable(byJob.get(replicatedJob));
    }

    /** True for the three roles that Trainyard acts on; other values are legal and mean nothing. */
    public static boolean isKnown(String ancestor) {
        return KNOWN.contains(ancestor);
    }

    /** The role that a replicated job is labelled with: on its Job template, else on its pod template. */
    public static Optional<String> label(Map<String, Object> job) {
        return jobLabel(job)
                .or(() -> Tree.string(
                        job, "template", "spec", "template", "metadata", "labels", TrainerApi.ANCESTOR_LABEL));
    }

    /** The role that the Job template is labelled with, which is where the label belongs. */
    public static Optional<String> jobLabel(Map<String, Object> job) {
        return Tree.string(job, "template", "metadata", "labels", TrainerApi.ANCESTOR_LABEL);
    }

    /** Early runtimes carry no labels: their job {@code node} trains, in its container {@code node} or {@code trainer}. */
    private static boolean isUnlabelledTrainer(Map<String, Object> job) {
        return TrainerApi.NODE.equals(job.get("name"))
                && Tree.wholeNumber(job, "replicas").orElse(1) == 1
                && PodTrees.containers(job).stream()
                        .map(container -> container.get("name"))
                        .anyMatch(name -> TrainerApi.NODE.equals(name) || TrainerApi.ANCESTOR_TRAINER.equals(name));
    }
}
