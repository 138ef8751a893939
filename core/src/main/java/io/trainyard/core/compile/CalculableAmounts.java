package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.pod.ResourceRules;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Refuses amounts that nobody can calculate with before anybody tries to. Admission says the same, but a TrainJob or runtime may be older than it,
 * or have gone past it. Pure.
 */
final class CalculableAmounts {
    private static final FieldPath PER_NODE =
            FieldPath.ROOT.field("spec").field("trainer").field("resourcesPerNode");

    private CalculableAmounts() {}

    /**
     * Looks at what the TrainJob asks for.
     *
     * @throws InvalidTrainJobException names the first bad field
     */
    static void require(TrainJobSpec spec) {
        @Nullable ResourceRequirements resources = spec.trainerOrEmpty().resourcesPerNode();
        if (resources == null) {
            return;
        }
        Validation.Builder findings = Validation.builder();
        ResourceRules.calculableOf(CheckedObject.of(
                Tree.of("requests", resources.getRequests(), "limits", resources.getLimits()), PER_NODE, findings));
        first(findings).ifPresent(error -> {
            throw new InvalidTrainJobException(error.path() + ": " + error.message());
        });
    }

    /**
     * Looks at the jobs of the runtime, with overrides and patches in them.
     *
     * @throws InvalidTrainJobException names the runtime and the first bad field
     */
    static void require(RuntimeDefinition runtime, List<Map<String, Object>> replicatedJobs) {
        Validation.Builder findings = Validation.builder();
        for (int i = 0; i < replicatedJobs.size(); i++) {
            ResourceRules.calculable(CheckedObject.of(
                            replicatedJobs.get(i),
                            FieldPath.ROOT.field("replicatedJobs").item(i),
                            findings)
                    .child("template", "spec", "template", "spec"));
        }
        first(findings).ifPresent(error -> {
            throw new InvalidTrainJobException("spec.runtimeRef: the template of " + runtime.kind() + " "
                    + runtime.name() + ", with the changes of the TrainJob: " + error);
        });
    }

    private static Optional<FieldError> first(Validation.Builder findings) {
        return findings.build().errors().stream().findFirst();
    }
}
