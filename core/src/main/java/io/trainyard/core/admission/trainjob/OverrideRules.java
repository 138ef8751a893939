package io.trainyard.core.admission.trainjob;

import io.trainyard.core.admission.input.DecodedTrainJob;
import io.trainyard.core.compile.OverrideCheck;
import io.trainyard.core.compile.PodTrees;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainerApi;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Overrides and patches must name what the runtime has. */
public final class OverrideRules {
    private static final Set<String> RESERVED =
            Set.of(TrainerApi.NODE, TrainerApi.ANCESTOR_DATASET_INITIALIZER, TrainerApi.ANCESTOR_MODEL_INITIALIZER);

    private OverrideRules() {}

    /** Findings about all three kinds of overrides, in the order in which they are applied. */
    public static void check(DecodedTrainJob trainJob, RuntimeTemplate template, Validation.Builder findings) {
        Map<String, Object> spec = trainJob.spec();
        PatchManagerRules.check(spec, findings);
        targets(trainJob, template, findings);
        for (TemplateChange change : TemplateChange.of(spec)) {
            PatchMetadataRules.check(change, findings);
            for (String target : change.targets()) {
                @Nullable Map<String, Object> job = template.jobs().get(target);
                if (job != null) {
                    environment(change, job, template, findings);
                }
            }
        }
        if (!Tree.list(spec, "podSpecOverrides").isEmpty()) {
            findings.warning(
                    "spec.podSpecOverrides: is deprecated; use spec.runtimePatches, which says the same and more");
        }
    }

    /** Jobs and containers that the runtime lacks: a merge could not change them either. */
    private static void targets(DecodedTrainJob trainJob, RuntimeTemplate template, Validation.Builder findings) {
        @Nullable TrainJobSpec spec = trainJob.object().getSpec();
        if (spec == null) {
            return;
        }
        List<Map<String, Object>> jobs = List.copyOf(template.jobs().values());
        List<FieldError> errors = new ArrayList<>(OverrideCheck.withoutTarget(spec, jobs));
        OverrideCheck.errors(spec, jobs).stream()
                .filter(error -> !errors.contains(error))
                .toList()
                .forEach(errors::add);
        errors.forEach(findings::error);
    }

    private static void environment(
            TemplateChange change, Map<String, Object> job, RuntimeTemplate template, Validation.Builder findings) {
        Set<String> reserved = new HashSet<>(RESERVED);
        template.ancestors()
                .of(String.valueOf(job.get("name")))
                .filter(TrainerApi.ANCESTOR_TRAINER::equals)
                .flatMap(trainer -> PodTrees.trainerContainer(job))
                .ifPresent(reserved::add);
        List<Object> patched = Tree.list(change.podSpec(), "containers");
        for (int n = 0; n < patched.size(); n++) {
            Object container = patched.get(n);
            if (Tree.string(container, "name").filter(reserved::contains).isPresent()
                    && !Tree.list(container, "env").isEmpty()) {
                findings.warning(
                        change.podSpecPath().field("containers").item(n).field("env")
                                + ": spec.trainer.env and spec.initializer are the usual places for variables of this container");
            }
        }
    }
}
