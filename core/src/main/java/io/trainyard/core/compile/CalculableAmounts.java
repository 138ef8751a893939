package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Refuses amounts that nobody can calculate with before anybody tries to. Admission says the same, but a TrainJob or runtime may be older than it,
 * or have gone past it. Pure.
 */
final class CalculableAmounts {
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
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("requests", written(resources.getRequests()));
        tree.put("limits", written(resources.getLimits()));
        Validation.Builder findings = Validation.builder();
        QuantityCheck.resources(
                tree, FieldPath.ROOT.field("spec").field("trainer").field("resourcesPerNode"), findings);
        refuse("", findings);
    }

    /**
     * Looks at the jobs of the runtime, with overrides and patches in them.
     *
     * @throws InvalidTrainJobException names the runtime and the first bad field
     */
    static void require(String runtime, List<Map<String, Object>> replicatedJobs) {
        Validation.Builder findings = Validation.builder();
        for (int i = 0; i < replicatedJobs.size(); i++) {
            FieldPath path = FieldPath.ROOT.field("replicatedJobs").item(i).field("template");
            QuantityCheck.podSpec(
                    PodTrees.podSpec(replicatedJobs.get(i)),
                    path.field("spec").field("template").field("spec"),
                    findings);
        }
        refuse("spec.runtimeRef: the template of " + runtime + ", with the changes of the TrainJob: ", findings);
    }

    private static Map<String, Object> written(@Nullable Map<String, Quantity> quantities) {
        Map<String, Object> written = new LinkedHashMap<>();
        if (quantities != null) {
            quantities.forEach((name, quantity) -> written.put(name, quantity.toString()));
        }
        return Tree.freeze(written);
    }

    private static void refuse(String beginning, Validation.Builder findings) {
        List<FieldError> errors = findings.build().errors();
        if (!errors.isEmpty()) {
            throw new InvalidTrainJobException(beginning + errors.get(0));
        }
    }
}
