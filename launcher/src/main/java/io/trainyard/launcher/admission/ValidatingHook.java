package io.trainyard.launcher.admission;

import io.trainyard.core.admission.AdmissionRequest;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.AdmissionHook;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.spi.model.TrainerApi;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One validating webhook. Refuses in the words that an API server puts around those of a webhook. */
final class ValidatingHook implements AdmissionHook {
    /** Runtimes with this label can be installed before anybody judges them. */
    private static final String VALIDATION_LABEL = "trainer.kubeflow.org/webhook-validation";

    private static final String SCALE = "scale";

    private final String name;
    private final String plural;
    private final Function<AdmissionRequest, Future<AdmissionResponse>> decision;

    ValidatingHook(String name, String plural, Function<AdmissionRequest, Future<AdmissionResponse>> decision) {
        this.name = name;
        this.plural = plural;
        this.decision = decision;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean handles(Resource resource, String subresource) {
        return resource.group().equals(TrainerApi.GROUP)
                && resource.plural().equals(plural)
                && (subresource.isEmpty() || (subresource.equals(SCALE) && plural.equals("trainjobs")));
    }

    @Override
    public Future<Validation> validate(Write write) {
        if (write.operation() == Operation.DELETE || isExempt(write)) {
            return Future.succeededFuture(Validation.OK);
        }
        AdmissionRequest request = write.subresource().equals(SCALE) ? Reviews.ofScale(write) : Reviews.of(write);
        return decision.apply(request)
                .compose(answer -> answer.allowed()
                        ? Future.succeededFuture(new Validation(List.of(), answer.warnings()))
                        : Future.failedFuture(refusal(request, answer)));
    }

    /** As the selector of the webhook has it: one of both states without the label is enough to be judged. */
    private static boolean isExempt(Write write) {
        @Nullable Map<String, Object> previous = write.previous();
        return !write.kind().equals(TrainerApi.TRAIN_JOB)
                && isDisabled(write.object())
                && (previous == null || isDisabled(previous));
    }

    private static boolean isDisabled(Map<String, Object> object) {
        return Tree.text(object, "metadata", "labels", VALIDATION_LABEL).equals("disabled");
    }

    private ApiException refusal(AdmissionRequest request, AdmissionResponse answer) {
        return new ApiException(
                answer.code(),
                answer.reason(),
                "admission webhook \"" + name + "\" denied the request: " + answer.message(),
                answer.details(request),
                answer.warnings());
    }
}
