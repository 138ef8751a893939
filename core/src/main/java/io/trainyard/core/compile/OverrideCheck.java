package io.trainyard.core.compile;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.overrides.ContainerOverride;
import io.trainyard.spi.overrides.PodOverride;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Why the overrides and patches of a TrainJob cannot be merged into a runtime. Looks at the template as the runtime has it,
 * since a merge would add what it does not find. Pure.
 */
public final class OverrideCheck {
    private OverrideCheck() {}

    /**
     * What makes a merge impossible; empty when nothing does. A target job that does not exist is a mistake only in a runtime patch; an override
     * for it changes nothing, see {@link #withoutTarget}.
     *
     * @param replicatedJobs those of the runtime's template
     */
    public static List<FieldError> errors(TrainJobSpec spec, List<Map<String, Object>> replicatedJobs) {
        List<FieldError> errors = new ArrayList<>(PatchableFields.check(spec));
        for (PodOverride override : PodOverride.of(spec)) {
            Optional<Map<String, Object>> job = target(override, replicatedJobs);
            if (job.isPresent()) {
                ancestorLabel(override.jobMetadata(), job.get()).ifPresent(errors::add);
                ancestorLabel(override.podMetadata(), job.get()).ifPresent(errors::add);
                containers(override, job.get(), errors);
            } else if (override.source() == PodOverride.Source.RUNTIME_PATCHES) {
                errors.add(unknownTarget(override, replicatedJobs));
            }
        }
        return List.copyOf(errors);
    }

    /** Overrides and patches that mean a replicated job which the runtime lacks. */
    public static List<FieldError> withoutTarget(TrainJobSpec spec, List<Map<String, Object>> replicatedJobs) {
        return PodOverride.of(spec).stream()
                .filter(override -> target(override, replicatedJobs).isEmpty())
                .map(override -> unknownTarget(override, replicatedJobs))
                .toList();
    }

    /** The replicated job that an override means, by name. */
    static Optional<Map<String, Object>> target(PodOverride override, List<Map<String, Object>> replicatedJobs) {
        return replicatedJobs.stream()
                .filter(job -> override.job().equals(job.get("name")))
                .findFirst();
    }

    private static FieldError unknownTarget(PodOverride override, List<Map<String, Object>> replicatedJobs) {
        String known = replicatedJobs.stream()
                .map(job -> String.valueOf(job.get("name")))
                .collect(Collectors.joining(", "));
        String message = override.source() == PodOverride.Source.RUNTIME_PATCHES
                ? "must not have replicated job that doesn't exist in the runtime job template"
                : "must not have targetJob that doesn't exist in the runtime job template";
        return FieldError.invalid(override.jobPath(), override.job(), message + "; it has " + known);
    }

    private static void containers(PodOverride override, Map<String, Object> job, List<FieldError> errors) {
        Set<String> known = new LinkedHashSet<>();
        for (ContainerOverride.Kind kind : ContainerOverride.Kind.values()) {
            Tree.objects(PodTrees.podSpec(job), kind.field())
                    .forEach(container -> known.add(String.valueOf(container.get("name"))));
        }
        for (ContainerOverride container : override.containers()) {
            if (container.name().isEmpty()) {
                errors.add(FieldError.required(container.path() + ".name", "say which container is meant"));
            } else if (!known.contains(container.name())) {
                String kind = container.kind() == ContainerOverride.Kind.CONTAINER ? "container" : "initContainer";
                errors.add(FieldError.invalid(
                        container.path() + ".name",
                        container.name(),
                        "must not have " + kind + " that doesn't exist in the runtime job " + override.job()
                                + "; it has " + String.join(", ", known)));
            }
        }
    }

    /** The role of a job is the runtime's to say. */
    private static Optional<FieldError> ancestorLabel(PodOverride.Part metadata, Map<String, Object> job) {
        return Tree.string(metadata.tree(), "labels", TrainerApi.ANCESTOR_LABEL)
                .filter(wanted -> !Ancestors.label(job).filter(wanted::equals).isPresent())
                .map(wanted -> FieldError.forbidden(
                        metadata.path() + ".labels[" + TrainerApi.ANCESTOR_LABEL + "]",
                        "the role of a replicated job is decided by the runtime and cannot be changed"));
    }
}
