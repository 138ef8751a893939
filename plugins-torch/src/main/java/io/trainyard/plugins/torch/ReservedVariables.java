package io.trainyard.plugins.torch;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.framework.UserVariables;
import io.trainyard.spi.model.ElasticPolicy;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds where a TrainJob sets variables that belong to torchrun's rendezvous: in its own list and through overrides and patches.
 */
final class ReservedVariables {
    /** What a job with a fixed number of nodes is told. */
    private static final Set<String> NAMES = Arrays.stream(TorchVariable.values())
            .filter(variable -> variable.isReserved() && variable.isOf(false))
            .map(TorchVariable::name)
            .collect(Collectors.toUnmodifiableSet());

    /** What torchrun reads besides where nodes come and go. */
    private static final Set<String> RENDEZVOUS = Set.of(
            TorchVariable.PET_RDZV_BACKEND.name(),
            TorchVariable.PET_RDZV_ENDPOINT.name(),
            TorchVariable.PET_RDZV_ID.name(),
            "PET_STANDALONE");

    private ReservedVariables() {}

    private static Set<String> names(TorchPolicy policy) {
        @Nullable ElasticPolicy elastic = policy.elasticPolicy();
        if (elastic == null) {
            return NAMES;
        }
        Set<String> names = new HashSet<>(NAMES);
        names.addAll(RENDEZVOUS);
        if (elastic.maxRestarts() != null) {
            names.add(TorchVariable.PET_MAX_RESTARTS.name());
        }
        return names;
    }

    static Validation validate(TorchPolicy policy, TrainJob trainJob, RuntimeInfo info) {
        Validation.Builder findings = Validation.builder();
        Set<String> reserved = names(policy);
        List<InjectionTarget> targets = InjectionTarget.resolve(policy, info);
        for (UserVariables variables : UserVariables.of(trainJob, info)) {
            List<String> names = variables.among(reserved);
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
