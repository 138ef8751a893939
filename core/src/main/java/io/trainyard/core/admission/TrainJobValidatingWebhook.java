package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.defaults.ElasticBounds;
import io.trainyard.core.admission.input.DecodedTrainJob;
import io.trainyard.core.admission.input.SemanticEquality;
import io.trainyard.core.admission.input.TrainJobChange;
import io.trainyard.core.admission.trainjob.ChangeWarnings;
import io.trainyard.core.admission.trainjob.ImmutabilityRules;
import io.trainyard.core.admission.trainjob.NodeCountRules;
import io.trainyard.core.admission.trainjob.RuntimeReferenceRules;
import io.trainyard.core.admission.trainjob.SuspensionRules;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.RuntimeResource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The validating webhook of TrainJobs. */
final class TrainJobValidatingWebhook implements AdmissionWebhook {
    private static final String NODES = "spec.trainer.numNodes";

    private final RuntimeLookup runtimes;
    private final ActiveJobs activeJobs;
    private final TrainJobValidator validator;
    private final AdmissionWebhook scale;

    TrainJobValidatingWebhook(
            RuntimeLookup runtimes, ActiveJobs activeJobs, TrainJobValidator validator, AdmissionWebhook scale) {
        this.runtimes = runtimes;
        this.activeJobs = activeJobs;
        this.validator = validator;
        this.scale = scale;
    }

    @Override
    public Uni<AdmissionResponse> review(AdmissionRequest request) {
        Optional<Map<String, Object>> reviewed = ReviewedRequest.reviewed(request);
        if (reviewed.isEmpty()) {
            return Uni.createFrom().item(AdmissionResponse.allowed(List.of()));
        }
        if (request.subresource().equals(ReviewedRequest.SCALE)) {
            return scale.review(request);
        }
        ValidationResult version =
                ValidationResult.of(new Validation(List.of(), ReviewedRequest.versionWarnings(request)));
        try {
            DecodedTrainJob current = DecodedTrainJob.of(placed(reviewed.get(), request));
            Uni<ValidationResult> result = request.previous().isEmpty()
                    ? create(current)
                    : update(
                            current,
                            DecodedTrainJob.of(placed(request.previous().get(), request)));
            return result.map(version::and).map(ValidationResult::answer);
        } catch (DecodedTrainJob.UnreadableException unreadable) {
            return Uni.createFrom()
                    .item(version.and(ValidationResult.of(Validation.builder()
                                    .error(unreadable.error())
                                    .build()))
                            .answer());
        }
    }

    /** The object always has a namespace in the end; some API servers leave it to the request. */
    private static Map<String, Object> placed(Map<String, Object> object, AdmissionRequest request) {
        return Tree.at(object, "metadata") instanceof Map && Tree.at(object, "metadata", "namespace") == null
                ? Tree.update(object, metadata -> Tree.with(metadata, "namespace", request.namespace()), "metadata")
                : object;
    }

    private Uni<ValidationResult> create(DecodedTrainJob current) {
        TrainJobChange change = new TrainJobChange(current, Optional.empty());
        return runtimes.find(current.object(), false).onItemOrFailure().transformToUni((found, failure) -> {
            if (failure != null) {
                return Uni.createFrom().item(unreadableRuntime(failure).and(alone(change)));
            }
            return found.runtime().isPresent()
                    ? validator.validate(change, found.runtime().get())
                    : Uni.createFrom()
                            .item(ValidationResult.of(RuntimeReferenceRules.check(
                                            found.reference(), found.supported(), false, found.known()))
                                    .and(alone(change)));
        });
    }

    private Uni<ValidationResult> update(DecodedTrainJob current, DecodedTrainJob previous) {
        if (sameSpec(current.spec(), previous.spec()) || onlySuspends(current, previous)) {
            Validation.Builder findings = Validation.builder();
            ImmutabilityRules.check(current.spec(), previous.spec(), findings);
            return Uni.createFrom().item(ValidationResult.of(findings.build()));
        }
        TrainJobChange change = new TrainJobChange(current, Optional.of(previous));
        List<String> lists = SuspensionRules.changedLists(current.spec(), previous.spec());
        return runtimes.find(current.object(), true).onItemOrFailure().transformToUni((found, failure) -> {
            if (failure != null) {
                return Uni.createFrom()
                        .item(ValidationResult.of(frozen(change, lists, Optional.empty()))
                                .and(unreadableRuntime(failure)));
            }
            Optional<NodeCountRules.Resize> resize =
                    resize(change, found.runtime().flatMap(ElasticBounds::of));
            ValidationResult frozen = ValidationResult.of(frozen(change, lists, resize));
            return active(change, lists, resize).map(frozen::and).chain(before -> against(change, found)
                    .map(before::and));
        });
    }

    /** Whether nothing that anybody reads was changed. */
    private static boolean sameSpec(Map<String, Object> spec, Map<String, Object> previous) {
        return SuspensionRules.changedLists(spec, previous).isEmpty()
                && SemanticEquality.areEqual("", withoutPatches(spec), withoutPatches(previous));
    }

    /** Whoever wants a job to stop gets that, whatever has become of its runtime, of plugins and of other objects since it began. */
    private static boolean onlySuspends(DecodedTrainJob current, DecodedTrainJob previous) {
        return current.isSuspended()
                && sameSpec(Tree.with(current.spec(), "suspend", previous.isSuspended()), previous.spec());
    }

    private static Map<String, Object> withoutPatches(Map<String, Object> spec) {
        Map<String, Object> copy = new LinkedHashMap<>(spec);
        copy.remove("runtimePatches");
        copy.put("suspend", Boolean.TRUE.equals(spec.get("suspend")));
        return copy;
    }

    private static Validation frozen(
            TrainJobChange change, List<String> changedLists, Optional<NodeCountRules.Resize> resize) {
        Validation.Builder findings = Validation.builder();
        DecodedTrainJob previous = change.previous().orElseThrow();
        ImmutabilityRules.check(change.current().spec(), previous.spec(), findings);
        SuspensionRules.check(change, changedLists, findings);
        resize.ifPresent(present -> NodeCountRules.check(present, findings));
        ChangeWarnings.check(change.current(), previous, findings);
        return findings.build();
    }

    private static Optional<NodeCountRules.Resize> resize(TrainJobChange change, Optional<ElasticBounds> bounds) {
        DecodedTrainJob previous = change.previous().orElseThrow();
        @Nullable Integer before = nodes(previous);
        @Nullable Integer after = nodes(change.current());
        return Objects.equals(before, after)
                ? Optional.empty()
                : Optional.of(new NodeCountRules.Resize(
                        NODES,
                        after,
                        change.isSuspendedBeforeOrAfter(),
                        previous.object().statusOrEmpty().isFinished(),
                        bounds));
    }

    private static @Nullable Integer nodes(DecodedTrainJob trainJob) {
        return Tree.wholeNumber(trainJob.spec(), "trainer", "numNodes").orElse(null);
    }

    /** Refuses changes while pods of the last run are still there; asked only where the answer matters. */
    private Uni<ValidationResult> active(
            TrainJobChange change, List<String> changedLists, Optional<NodeCountRules.Resize> resize) {
        List<String> fields = new ArrayList<>();
        if (change.isSuspendedBeforeOrAfter()) {
            changedLists.forEach(list -> fields.add("spec." + list));
        }
        resize.filter(NodeCountRules.Resize::needsInactiveJobs).ifPresent(present -> fields.add(NODES));
        return activeJobs.check(change.current().object(), fields);
    }

    private Uni<ValidationResult> against(TrainJobChange change, RuntimeLookup.Found found) {
        Optional<RuntimeResource> runtime = found.runtime();
        if (runtime.isPresent()) {
            return validator.validate(change, runtime.get());
        }
        ValidationResult alone = alone(change);
        if (found.reference().isEmpty() || !found.supported()) {
            return Uni.createFrom()
                    .item(ValidationResult.of(RuntimeReferenceRules.check(
                                    found.reference(), found.supported(), false, found.known()))
                            .and(alone));
        }
        return Uni.createFrom()
                .item(ValidationResult.of(Validation.builder()
                                .warning(
                                        "spec.runtimeRef: the runtime is gone and the TrainJob has kept no copy of it, so"
                                                + " the change was not checked against it")
                                .build())
                        .and(alone));
    }

    private ValidationResult alone(TrainJobChange change) {
        Validation.Builder findings = Validation.builder();
        validator.withoutRuntime(change, findings);
        return ValidationResult.of(findings.build());
    }

    private static ValidationResult unreadableRuntime(Throwable failure) {
        return new ValidationResult(
                Validation.builder()
                        .error(new FieldError(
                                "spec.runtimeRef",
                                FieldError.Kind.INTERNAL,
                                null,
                                "cannot read the runtime: " + failure.getMessage()))
                        .build(),
                true);
    }
}
