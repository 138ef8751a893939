package io.trainyard.launcher.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.AdmissionHook;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.spi.model.TrainerApi;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ValidatingHookTest {
    @Test
    @DisplayName(
            "a refusal of an object whose name is to be generated says what the name begins with, as in a cluster (VAL-09)")
    void detailsNameWhatTheNameBeginsWith() {
        FieldError error = FieldError.required("spec.runtimeRef", "names the runtime");
        ValidatingHook hook = new ValidatingHook(
                "validator.example",
                "trainjobs",
                request -> Future.succeededFuture(
                        AdmissionResponse.refused(403, "Forbidden", error.toString(), List.of(error), List.of())));

        Throwable refusal =
                hook.validate(created(Tree.of("generateName", "mnist-"))).cause();

        assertThat(refusal).isInstanceOf(ApiException.class);
        assertThat(((ApiException) refusal).details())
                .isEqualTo(Map.of(
                        "group",
                        TrainerApi.GROUP,
                        "kind",
                        TrainerApi.TRAIN_JOB,
                        "name",
                        "mnist-",
                        "causes",
                        List.of(Map.of(
                                "reason",
                                "FieldValueRequired",
                                "field",
                                "spec.runtimeRef",
                                "message",
                                "names the runtime"))));
    }

    private static AdmissionHook.Write created(Map<String, Object> metadata) {
        return new AdmissionHook.Write(
                AdmissionHook.Operation.CREATE,
                new Resource(TrainerApi.GROUP, TrainerApi.VERSION, "trainjobs"),
                "",
                TrainerApi.TRAIN_JOB,
                Tree.of("metadata", metadata),
                null,
                false);
    }
}
