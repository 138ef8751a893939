package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.defaults.ElasticBounds;
import io.trainyard.core.admission.trainjob.NodeCountRules;
import io.trainyard.core.compile.NodeLimit;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes through the scale subresource; the reviewed object is a Scale, and the TrainJob is looked up. */
final class ScaleValidatingWebhook implements AdmissionWebhook {
    private static final String FIELD = "spec.replicas";

    private final AdmissionReader reader;
    private final RuntimeLookup runtimes;
    private final ActiveJobs activeJobs;
    private final TimeSource time;

    ScaleValidatingWebhook(AdmissionReader reader, RuntimeLookup runtimes, ActiveJobs activeJobs, TimeSource time) {
        this.reader = reader;
        this.runtimes = runtimes;
        this.activeJobs = activeJobs;
        this.time = time;
    }

    @Override
    public Uni<AdmissionResponse> review(AdmissionRequest request) {
        Map<String, Object> object = request.object().orElse(Map.of());
        String name = request.name().isEmpty()
                ? Tree.string(object, "metadata", "name").orElse("")
                : request.name();
        int replicas = Tree.wholeNumber(object, "spec", "replicas").orElse(0);
        return TimeLimit.of(
                        RuntimeLookup.LIMIT,
                        time,
                        Uni.createFrom().deferred(() -> reader.trainJob(request.namespace(), name)))
                .chain(trainJob -> trainJob.isEmpty() ? nothing() : resize(trainJob.get(), replicas))
                .onFailure()
                .recoverWithItem(failure -> new ValidationResult(
                        Validation.builder()
                                .error(new FieldError(
                                        FIELD,
                                        FieldError.Kind.INTERNAL,
                                        null,
                                        "cannot read the TrainJob and its runtime: " + failure.getMessage()))
                                .build(),
                        true))
                .map(ValidationResult::answer);
    }

    /** The API server will say that there is no such TrainJob. */
    private static Uni<ValidationResult> nothing() {
        return Uni.createFrom().item(ValidationResult.of(Validation.OK));
    }

    private Uni<ValidationResult> resize(TrainJob trainJob, int replicas) {
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        if (spec == null || Objects.equals(spec.trainerOrEmpty().numNodes(), replicas)) {
            return nothing();
        }
        return runtimes.find(trainJob, true).chain(found -> {
            NodeCountRules.Resize resize = new NodeCountRules.Resize(
                    FIELD,
                    replicas,
                    spec.isSuspended(),
                    trainJob.statusOrEmpty().isFinished(),
                    found.runtime().flatMap(ElasticBounds::of));
            Validation.Builder findings = Validation.builder();
            NodeCountRules.check(resize, findings);
            NodeLimit.problem(new FieldPath(FIELD), replicas).ifPresent(findings::error);
            ValidationResult result = ValidationResult.of(findings.build());
            List<String> fields = resize.needsInactiveJobs() ? List.of(FIELD) : List.of();
            return activeJobs.check(trainJob, fields).map(result::and);
        });
    }
}
