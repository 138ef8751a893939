package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
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
        QuantityCheck.resources(
                orEmpty(resources.getRequests()), orEmpty(resources.getLimits()), () -> PER_NODE, findings);
        first(findings).ifPresent(error -> {
            throw new InvalidTrainJobException(error.toString());
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
            int index = i;
            QuantityCheck.podSpec(PodTrees.podSpec(replicatedJobs.get(i)), () -> podSpec(index), findings);
        }
        first(findings).ifPresent(error -> {
            throw new InvalidTrainJobException("spec.runtimeRef: the template of " + runtime.kind() + " "
                    + runtime.name() + ", with the changes of the TrainJob: " + error);
        });
    }

    private static FieldPath podSpec(int job) {
        return FieldPath.ROOT
                .field("replicatedJobs")
                .item(job)
                .field("template")
                .field("spec")
                .field("template")
                .field("spec");
    }

    private static Map<String, Quantity> orEmpty(@Nullable Map<String, Quantity> quantities) {
        return quantities == null ? Map.of() : quantities;
    }

    private static Optional<FieldError> first(Validation.Builder findings) {
        return findings.build().errors().stream().findFirst();
    }
}
