package io.trainyard.core.admission.trainjob;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.TrainerApi;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Whether a TrainJob names a runtime that there is. */
public final class RuntimeReferenceRules {
    private static final String FIELD = "spec.runtimeRef";

    private RuntimeReferenceRules() {}

    /**
     * Findings about the reference.
     *
     * @param reference what the TrainJob names; empty when it names nothing
     * @param supported whether that kind of runtime is known
     * @param exists whether the runtime was found
     * @param known which runtimes there are, in a sentence; may be empty
     */
    public static Validation check(Optional<RuntimeRef> reference, boolean supported, boolean exists, String known) {
        Validation.Builder findings = Validation.builder();
        if (reference.isEmpty()) {
            return findings.error(FieldError.required(FIELD, "name the runtime to use"))
                    .build();
        }
        RuntimeRef named = reference.get();
        if (TrainerApi.GROUP_ALIAS.equals(named.apiGroup())) {
            findings.warning(
                    FIELD + ".apiGroup: " + TrainerApi.GROUP_ALIAS + " is an older name, taken as " + TrainerApi.GROUP);
        }
        if (!supported) {
            findings.error(FieldError.notSupported(
                    FIELD,
                    named.registryKey(),
                    "unsupported runtime: " + named.registryKey() + "; supported are "
                            + TrainerApi.CLUSTER_TRAINING_RUNTIME + " and " + TrainerApi.TRAINING_RUNTIME + " of "
                            + TrainerApi.GROUP));
        } else if (!exists) {
            findings.error(FieldError.invalid(
                    FIELD,
                    shown(named),
                    named.effectiveKind() + " must be created before the TrainJob is created"
                            + (known.isEmpty() ? "" : "; " + known)));
        }
        return findings.build();
    }

    private static Map<String, Object> shown(RuntimeRef named) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("name", named.name());
        shown.put("apiGroup", named.effectiveApiGroup());
        shown.put("kind", named.effectiveKind());
        return shown;
    }
}
