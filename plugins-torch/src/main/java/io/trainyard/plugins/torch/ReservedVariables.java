package io.trainyard.plugins.torch;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.framework.UserVariables;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Arrays;
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
        List<InjectionTarget> targets = InjectionTarget.resolve(policy, info);
        for (UserVariables variables : UserVariables.of(trainJob, info)) {
            List<String> names = variables.among(NAMES);
            if (names.isEmpty()) {
                continue;
            }
            if (variables.override().isEmpty() || variables.reachTrainer(info)) {
                findings.error(refusal(variables.path(), names));
            } else if (targets.stream()
                    .flatMap(target -> target.place().stream())
                    .anyMatch(place -> variables.reach(place.podSet(), place.container()))) {
                findings.warning(variables.path() + ": " + String.join(", ", names)
                        + " will be replaced: the runtime has torch set them in this container");
            }
        }
        return findings.build();
    }

    private static FieldError refusal(String path, List<String> names) {
        return FieldError.invalid(
                path,
                null,
                "must not set " + String.join(", ", names)
                        + ": torch jobs get them from numNodes, numProcPerNode and the JobSet; remove them here");
    }
}
