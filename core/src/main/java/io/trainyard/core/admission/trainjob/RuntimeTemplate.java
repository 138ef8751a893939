package io.trainyard.core.admission.trainjob;

import io.trainyard.core.compile.Ancestors;
import io.trainyard.core.compile.TrainerTargets;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.JobSetTemplate;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The replicated jobs of a runtime before any override: what overrides are checked against, since merging would add what is missing.
 *
 * @param jobs the replicated jobs as trees, by name, in order
 * @param ancestors their roles
 * @param targets which of them take settings of the trainer
 * @param jobSet the JobSet spec that they belong to
 */
public record RuntimeTemplate(
        Map<String, Map<String, Object>> jobs,
        Ancestors ancestors,
        TrainerTargets targets,
        Map<String, Object> jobSet) {

    /** The template of a runtime; without jobs when it has none. */
    public static RuntimeTemplate of(RuntimeResource runtime) {
        Optional<TrainingRuntimeSpec> spec = Optional.ofNullable(runtime.getSpec());
        Map<String, Object> jobSet = spec.map(TrainingRuntimeSpec::template)
                .map(JobSetTemplate::spec)
                .orElse(Map.of());
        List<Map<String, Object>> list = Tree.objects(jobSet, "replicatedJobs");
        @Nullable MLPolicy policy = spec.map(TrainingRuntimeSpec::mlPolicy).orElse(null);
        Map<String, Map<String, Object>> jobs = new LinkedHashMap<>();
        list.forEach(job -> jobs.putIfAbsent(String.valueOf(job.get("name")), job));
        Ancestors ancestors = Ancestors.of(list, policy != null && policy.mpi() != null);
        return new RuntimeTemplate(jobs, ancestors, new TrainerTargets(policy, ancestors), jobSet);
    }

    /** The job with a role, found by role and, failing that, by name. */
    Optional<Map<String, Object>> jobOf(String ancestor) {
        return jobs.entrySet().stream()
                .filter(entry ->
                        ancestors.of(entry.getKey()).filter(ancestor::equals).isPresent())
                .map(Map.Entry::getValue)
                .findFirst()
                .or(() -> Optional.ofNullable(jobs.get(ancestor)));
    }

    /** True when some job trains. */
    boolean hasTrainer() {
        return ancestors.byJob().containsValue(TrainerApi.ANCESTOR_TRAINER);
    }

    /** True when the trainer is only found by the exception for runtimes without labels. */
    boolean isTrainerWithoutLabel() {
        return hasTrainer()
                && Stream.of(TrainerApi.NODE)
                        .map(jobs::get)
                        .anyMatch(job -> job != null && Ancestors.label(job).isEmpty())
                && jobs.values().stream().allMatch(job -> Ancestors.label(job).isEmpty());
    }
}
