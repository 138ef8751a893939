package io.trainyard.core.compile;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.EmbeddedMetadata;
import io.trainyard.spi.model.JobSetTemplate;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.overrides.PodOverride;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The template of a runtime with all overrides and patches of a TrainJob in it, later ones over earlier ones, and with the merged metadata. Pure;
 * the template is not changed.
 *
 * @param replicatedJobs the replicated jobs, in the order of the template
 * @param labels labels of the JobSet
 * @param annotations annotations of the JobSet
 */
record OverriddenTemplate(
        List<Map<String, Object>> replicatedJobs, Map<String, String> labels, Map<String, String> annotations) {

    /**
     * Merges.
     *
     * @param ancestors the roles of the template's jobs
     * @param targets where the settings of the trainer go
     * @throws InvalidTrainJobException when something cannot be merged; names all fields that are wrong
     */
    static OverriddenTemplate of(
            TrainJobSpec spec, JobSetTemplate template, Ancestors ancestors, TrainerTargets targets) {
        List<Map<String, Object>> jobs = Tree.objects(template.spec(), "replicatedJobs");
        List<FieldError> errors = OverrideCheck.errors(spec, jobs);
        if (!errors.isEmpty()) {
            throw new InvalidTrainJobException(errors.stream()
                    .map(error -> error.path() + ": " + error.message())
                    .collect(Collectors.joining("; ")));
        }
        List<PodOverride> overrides = PodOverride.of(spec);
        List<Map<String, Object>> merged = new ArrayList<>(jobs.size());
        jobs.forEach(job -> merged.add(merged(job, overrides, ancestors, targets)));
        EmbeddedMetadata metadata = template.metadata() == null ? EmbeddedMetadata.EMPTY : template.metadata();
        return new OverriddenTemplate(
                List.copyOf(merged),
                values("labels", metadata.labels(), spec.labels(), spec),
                values("annotations", metadata.annotations(), spec.annotations(), spec));
    }

    private static Map<String, Object> merged(
            Map<String, Object> job, List<PodOverride> overrides, Ancestors ancestors, TrainerTargets targets) {
        String name = String.valueOf(job.get("name"));
        @Nullable
        String trainerContainer = targets.of(job, ancestors.of(name).orElse(null))
                .map(TrainerTargets.Target::container)
                .orElse(null);
        Map<String, Object> merged = job;
        for (PodOverride override : overrides) {
            if (override.job().equals(name)) {
                merged = new PodOverrideMerge(override, trainerContainer).into(merged);
            }
        }
        return merged;
    }

    /** Of the runtime, then of the TrainJob, then of each patch; later ones win. */
    private static Map<String, String> values(
            String field, Map<String, String> ofRuntime, Map<String, String> ofTrainJob, TrainJobSpec spec) {
        Map<String, String> values = new LinkedHashMap<>(ofRuntime);
        values.putAll(ofTrainJob);
        for (PodOverride.Part part : PodOverride.jobSetMetadata(spec)) {
            Tree.child(PodOverrideMerge.metadata(part), field)
                    .forEach((key, value) -> values.put(key, String.valueOf(value)));
        }
        return values;
    }
}
