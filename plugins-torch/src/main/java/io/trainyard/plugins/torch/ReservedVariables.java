package io.trainyard.plugins.torch;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.overrides.ContainerOverride;
import io.trainyard.spi.overrides.PodOverride;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds where a TrainJob sets variables that belong to torchrun's rendezvous: in its own list and through overrides and patches.
 */
final class ReservedVariables {
    private static final Set<String> NAMES = Arrays.stream(TorchVariable.values())
            .filter(TorchVariable::isReserved)
            .map(TorchVariable::name)
            .collect(Collectors.toUnmodifiableSet());

    private ReservedVariables() {}

    static Validation validate(TorchPolicy policy, TrainJob trainJob, RuntimeInfo info) {
        Validation.Builder findings = Validation.builder();
        List<String> own =
                reservedAmong(info.trainer().env().stream().map(EnvVar::getName).toList());
        if (!own.isEmpty()) {
            findings.error(refusal("spec.trainer.env", own));
        }
        TrainJobSpec spec = trainJob.getSpec();
        if (spec == null) {
            return findings.build();
        }
        List<InjectionTarget> targets = InjectionTarget.resolve(policy, info);
        for (PodOverride override : PodOverride.of(spec)) {
            for (ContainerOverride container : override.containers()) {
                List<String> names = reservedAmong(container.variables());
                if (names.isEmpty()) {
                    continue;
                }
                String path = container.environmentPath();
                if (isTrainer(override.job(), container.name(), info)) {
                    findings.error(refusal(path, names));
                } else if (targets.stream()
                        .anyMatch(target -> target.jobName().equals(override.job())
                                && target.containerName().equals(container.name()))) {
                    findings.warning(path + ": " + String.join(", ", names)
                            + " will be replaced: the runtime has torch set them in this container");
                }
            }
        }
        return findings.build();
    }

    private static boolean isTrainer(String job, String container, RuntimeInfo info) {
        return info.trainerPodSet().filter(podSet -> podSet.name().equals(job)).isPresent()
                && info.trainerContainer()
                        .filter(trainer -> trainer.name().equals(container))
                        .isPresent();
    }

    private static List<String> reservedAmong(Collection<String> names) {
        return names.stream().filter(NAMES::contains).distinct().sorted().toList();
    }

    private static FieldError refusal(String path, List<String> names) {
        return FieldError.invalid(
                path,
                null,
                "must not set " + String.join(", ", names)
                        + ": torch jobs get them from numNodes, numProcPerNode and the JobSet; remove them here");
    }
}
