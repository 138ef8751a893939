package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.trainjob.SuspensionRules;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.TrainJob;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Keeps fields from changing while pods of the last run are still there. */
final class ActiveJobs {
    private final AdmissionReader reader;
    private final TimeSource time;

    ActiveJobs(AdmissionReader reader, TimeSource time) {
        this.reader = reader;
        this.time = time;
    }

    /**
     * Findings about changes of some fields.
     *
     * @param fields the changed fields; nothing is asked when there is none
     */
    Uni<ValidationResult> check(TrainJob trainJob, Collection<String> fields) {
        List<String> changed = List.copyOf(fields);
        if (changed.isEmpty()) {
            return Uni.createFrom().item(ValidationResult.of(Validation.OK));
        }
        String namespace =
                Optional.ofNullable(trainJob.getMetadata().getNamespace()).orElse("");
        String name = Optional.ofNullable(trainJob.getMetadata().getName()).orElse("");
        return TimeLimit.of(
                        RuntimeLookup.LIMIT, time, Uni.createFrom().deferred(() -> reader.activeJobs(namespace, name)))
                .map(active -> {
                    Validation.Builder findings = Validation.builder();
                    changed.forEach(field -> SuspensionRules.checkInactive(field, active, findings));
                    return ValidationResult.of(findings.build());
                })
                .onFailure()
                .recoverWithItem(failure -> {
                    Validation.Builder findings = Validation.builder();
                    changed.forEach(field -> findings.error(new FieldError(
                            field, FieldError.Kind.INTERNAL, null, "cannot read the JobSet: " + failure.getMessage())));
                    // An answer of the rule, not a fault of this process: only the API server is late.
                    return new ValidationResult(findings.build(), false);
                });
    }
}
