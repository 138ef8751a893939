package io.trainyard.core.admission.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.zjsonpatch.JsonPatch;
import io.trainyard.core.admission.AdmissionRequest;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.foundation.field.FieldError;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("ReviewEncoder (CERT-03, CERT-04, VAL-09, VAL-10, VAL-16)")
final class ReviewEncoderTest {
    private static final AdmissionRequest REQUEST = request();

    @Test
    void whatIsAllowedIsAnsweredWithTheUidAndNothingElse() {
        JsonNode review = read(ReviewEncoder.encode(REQUEST, AdmissionResponse.allowed(List.of())));

        assertThat(review.toString())
                .isEqualTo("{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\","
                        + "\"response\":{\"uid\":\"u-1\",\"allowed\":true}}");
    }

    @Test
    void aRefusalTellsTheUserWhatIsWrongAndProgramsWhere() {
        FieldError error = FieldError.invalid("spec.trainer.numNodes", 0, "must be at least 1");

        JsonNode response = response(
                AdmissionResponse.refused(403, "Forbidden", error.toString(), List.of(error), List.of("a warning")));

        assertThat(response.path("allowed").asBoolean()).isFalse();
        assertThat(response.path("status").toString())
                .isEqualTo("{\"status\":\"Failure\",\"code\":403,\"reason\":\"Forbidden\","
                        + "\"message\":\"spec.trainer.numNodes: Invalid value: 0: must be at least 1\","
                        + "\"details\":{\"group\":\"trainer.kubeflow.org\",\"kind\":\"TrainJob\",\"name\":\"mnist\","
                        + "\"causes\":[{\"reason\":\"FieldValueInvalid\",\"field\":\"spec.trainer.numNodes\","
                        + "\"message\":\"must be at least 1\"}]}}");
        assertThat(response.path("warnings")).extracting(JsonNode::asText).containsExactly("a warning");
        assertThat(response.has("patch")).isFalse();
    }

    @Test
    void aChangeIsAPatchOfWhatDiffers() throws Exception {
        Map<String, Object> changed = Manifests.copy(REQUEST.object().orElseThrow());
        @SuppressWarnings("unchecked")
        Map<String, Object> spec = (Map<String, Object>) changed.get("spec");
        @SuppressWarnings("unchecked")
        Map<String, Object> trainer = (Map<String, Object>) spec.get("trainer");
        trainer.put("numNodes", 4);
        trainer.put("command", new ArrayList<>(List.of("torchrun", "--verbose", "train.py")));
        spec.put("a/b~c", "escaped");

        JsonNode response = response(AdmissionResponse.changed(changed, List.of()));

        assertThat(response.path("patchType").asText()).isEqualTo("JSONPatch");
        JsonNode patch = Reviews.JSON.readTree(
                Base64.getDecoder().decode(response.path("patch").asText()));
        assertThat(patch).hasSize(3);
        assertThat(patch).extracting(each -> each.path("op").asText()).containsOnly("add", "replace");
        assertThat(JsonPatch.apply(
                        patch, Reviews.JSON.valueToTree(REQUEST.object().orElseThrow())))
                .isEqualTo(Reviews.JSON.valueToTree(changed));
    }

    @Test
    void anEqualObjectIsNoChange() {
        JsonNode response = response(
                AdmissionResponse.changed(Manifests.copy(REQUEST.object().orElseThrow()), List.of()));

        assertThat(response.has("patch")).isFalse();
        assertThat(response.has("patchType")).isFalse();
    }

    @Test
    void warningsAreSingleShortLinesThatFitIntoAHeader() {
        JsonNode warnings = response(AdmissionResponse.allowed(List.of(
                        "two\n lines\tand\u0007more",
                        "two lines and more",
                        "x".repeat(300),
                        "",
                        "\ud83d\ude80".repeat(200))))
                .path("warnings");

        assertThat(warnings).hasSize(3);
        assertThat(warnings.get(0).asText()).isEqualTo("two lines and more");
        assertThat(warnings.get(1).asText()).hasSize(256).endsWith("x ...");
        assertThat(warnings.get(2).asText()).hasSizeLessThanOrEqualTo(256).endsWith("\ud83d\ude80 ...");
    }

    @Test
    void anObjectThatIsYetToBeNamedIsCalledByTheBeginningOfItsName() {
        Map<String, Object> object = Map.of("metadata", Map.of("generateName", "mnist-"));
        FieldError error = FieldError.required("spec.runtimeRef", "");

        byte[] answer = ReviewEncoder.encode(
                new AdmissionRequest(
                        "u",
                        AdmissionRequest.Operation.CREATE,
                        "g",
                        "v",
                        "v",
                        "k",
                        "",
                        "ns",
                        "",
                        "ann",
                        false,
                        java.util.Optional.of(object),
                        java.util.Optional.empty()),
                AdmissionResponse.refused(403, "Forbidden", "no", List.of(error), List.of()));

        assertThat(Reviews.response(answer)
                        .path("status")
                        .path("details")
                        .path("name")
                        .asText())
                .isEqualTo("mnist-");
    }

    private static JsonNode response(AdmissionResponse answer) {
        return read(ReviewEncoder.encode(REQUEST, answer)).path("response");
    }

    private static JsonNode read(byte[] json) {
        try {
            return Reviews.JSON.readTree(json);
        } catch (java.io.IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static AdmissionRequest request() {
        return ((DecodedReview.Valid) ReviewDecoder.decode(Reviews.bytes(Reviews.creation("u-1")))).request();
    }
}
