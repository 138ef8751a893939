package io.trainyard.plugins.mpi;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.overrides.ContainerOverride;
import io.trainyard.spi.overrides.PodOverride;
import java.util.Collection;
import java.util.List;

/** Finds where a TrainJob sets variables that the implementation of its runtime needs for itself. */
final class ReservedNames {
    private ReservedNames() {}

    /** One error for each list that holds such names. */
    static Validation validate(MpiJob job) {
        Validation.Builder findings = Validation.builder();
        TrainJobSpec spec = job.trainJob().getSpec();
        if (job.implementation().isEmpty() || spec == null) {
            return findings.build();
        }
        Implementation implementation = job.implementation().get();
        check(
                implementation,
                job.info().trainer().env().stream().map(EnvVar::getName).toList(),
                "spec.trainer.env",
                findings);
        for (PodOverride override : PodOverride.of(spec)) {
            for (ContainerOverride container : override.containers()) {
                if (isTarget(job, override.job(), container.name())) {
                    check(implementation, container.variables(), container.environmentPath(), findings);
                }
            }
        }
        return findings.build();
    }

    private static boolean isTarget(MpiJob job, String podSet, String container) {
        return job.topology().podSets().stream()
                .filter(candidate -> candidate.name().equals(podSet))
                .flatMap(candidate -> candidate.trainerContainer().stream())
                .anyMatch(target -> target.name().equals(container));
    }

    private static void check(
            Implementation implementation, Collection<String> names, String path, Validation.Builder findings) {
        List<String> reserved = names.stream()
                .filter(implementation::isReserved)
                .distinct()
                .sorted()
                .toList();
        if (!reserved.isEmpty()) {
            findings.error(FieldError.invalid(
                    path,
                    null,
                    "must not have reserved envs, invalid envs configured: [" + String.join(" ", reserved) + "]"));
        }
    }
}
