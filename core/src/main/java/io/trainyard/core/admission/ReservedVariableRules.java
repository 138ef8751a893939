package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.input.DecodedTrainJob;
import io.trainyard.core.admission.input.Ratchet;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Refuses variables that a TrainJob sets and a plugin keeps for itself. Only the plugins' policies know which, so they run on copies. */
final class ReservedVariableRules {
    private final TrainJobCompiler compiler;

    ReservedVariableRules(TrainJobCompiler compiler) {
        this.compiler = compiler;
    }

    /**
     * Adds errors about such variables to the findings. Leaves out an entry when it or its list has an error already and, on update, what was wrong before.
     *
     * @param current copy of the TrainJob, for the plugins
     * @param previous makes a copy of what it was, where that is needed; gives empty on creation
     * @param runtime what the TrainJob names
     * @param merged the current TrainJob in its runtime
     * @param findings what is known about the TrainJob so far
     */
    Uni<ValidationResult> check(
            DecodedTrainJob current,
            Supplier<Optional<DecodedTrainJob>> previous,
            RuntimeDefinition runtime,
            RuntimeInfo merged,
            ValidationResult findings) {
        Set<String> paths =
                findings.findings().errors().stream().map(FieldError::path).collect(Collectors.toSet());
        return errors(current, runtime, merged).chain(found -> {
            List<FieldError> further = found.stream()
                    .filter(error -> !paths.contains(entry(error)) && !paths.contains(list(error)))
                    .toList();
            if (further.isEmpty()) {
                return Uni.createFrom().item(findings);
            }
            Uni<Optional<Validation>> before = previous.get()
                    .map(stored -> errors(stored, runtime, merged).map(known -> Optional.of(validation(known))))
                    .orElseGet(() -> Uni.createFrom().item(Optional.empty()));
            return before.map(known -> findings.and(ValidationResult.of(Ratchet.newer(validation(further), known))));
        });
    }

    private Uni<List<FieldError>> errors(DecodedTrainJob trainJob, RuntimeDefinition runtime, RuntimeInfo merged) {
        return compiler.reserved(trainJob.object(), runtime.copy(), merged);
    }

    private static Validation validation(List<FieldError> errors) {
        return new Validation(errors, List.of());
    }

    /** Such as {@code spec.trainer.env[2]}. */
    private static String entry(FieldError error) {
        return error.path().substring(0, error.path().lastIndexOf('.'));
    }

    /** Such as {@code spec.trainer.env}. */
    private static String list(FieldError error) {
        return error.path().substring(0, error.path().lastIndexOf('['));
    }
}
