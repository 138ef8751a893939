package io.trainyard.core.admission.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.admission.AdmissionRequest;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("ReviewDecoder (CERT-03, VAL-01, VAL-02)")
final class ReviewDecoderTest {
    @Test
    void aReviewIsReadWithAllThatDecisionsNeed() {
        Map<String, Object> review = Reviews.creation("u-1");

        AdmissionRequest request = valid(review);

        assertThat(request.uid()).isEqualTo("u-1");
        assertThat(request.operation()).isEqualTo(AdmissionRequest.Operation.CREATE);
        assertThat(request.group()).isEqualTo("trainer.kubeflow.org");
        assertThat(request.version()).isEqualTo("v1alpha1");
        assertThat(request.requestedVersion()).isEqualTo("v2alpha1");
        assertThat(request.kind()).isEqualTo("TrainJob");
        assertThat(request.subresource()).isEmpty();
        assertThat(request.namespace()).isEqualTo("team-a");
        assertThat(request.name()).isEqualTo("mnist");
        assertThat(request.user()).isEqualTo("ann");
        assertThat(request.dryRun()).isFalse();
        assertThat(request.object()).contains(object(review));
        assertThat(request.previous()).isEmpty();
    }

    @Test
    void fieldsOfAnUnexpectedTypeInsideTheObjectAreKeptAsTheyAre() {
        Map<String, Object> review = Reviews.creation("u", Map.of("spec", Map.of("trainer", "not an object")));

        assertThat(valid(review).object().orElseThrow()).containsEntry("spec", Map.of("trainer", "not an object"));
    }

    @Test
    void aDeletionHasNoObject() {
        Map<String, Object> review = Reviews.creation("u");
        Map<String, Object> request = request(review);
        request.put("operation", "DELETE");
        request.put("oldObject", request.remove("object"));
        request.put("object", null);

        assertThat(valid(review).object()).isEmpty();
        assertThat(valid(review).previous()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "null", "[]", "7", "\"text\"", "{", "{}", "nonsense", "{\"request\":7}", "{} {}", "\u0000"})
    void whatIsNoReviewHasNoUid(String body) {
        assertThat(malformed(body.getBytes(StandardCharsets.UTF_8)).uid()).isEmpty();
    }

    @Test
    void aReviewThatBreaksOffStillHasTheUidThatCameBefore() {
        byte[] whole = Reviews.bytes(Reviews.creation("u-7"));

        DecodedReview.Malformed malformed = malformed(java.util.Arrays.copyOf(whole, whole.length - 3));

        assertThat(malformed.uid()).isEqualTo("u-7");
        assertThat(malformed.problem()).startsWith("the body is no JSON");
    }

    @Test
    void whatIsNestedTooDeeplyIsRefusedAndStillHasItsUid() {
        String deep = "{\"request\":{\"uid\":\"u-8\",\"object\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}}";

        assertThat(malformed(deep.getBytes(StandardCharsets.UTF_8)).uid()).isEqualTo("u-8");
    }

    @Test
    void theMistakeIsNamed() {
        assertThat(problem("operation", "PATCH")).contains("request.operation must be one of [CREATE, UPDATE");
        assertThat(problem("operation", "UPDATE")).isEqualTo("request.oldObject is missing");
        assertThat(problem("object", null)).isEqualTo("request.object is missing");
        assertThat(problem("object", 7)).isEqualTo("request.object must be an object");
        assertThat(problem("name", 7)).isEqualTo("name must be a text");
        assertThat(problem("kind", null)).isEqualTo("request.kind is missing");
        Map<String, Object> otherVersion = Reviews.creation("u");
        otherVersion.put("apiVersion", "admission.k8s.io/v1beta1");
        assertThat(malformed(Reviews.bytes(otherVersion)).problem())
                .contains("expected kind AdmissionReview of admission.k8s.io/v1");
    }

    private static String problem(String field, Object value) {
        Map<String, Object> review = Reviews.creation("u");
        request(review).put(field, value);
        DecodedReview.Malformed malformed = malformed(Reviews.bytes(review));
        assertThat(malformed.uid()).isEqualTo("u");
        return malformed.problem();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> request(Map<String, Object> review) {
        return (Map<String, Object>) review.get("request");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Map<String, Object> review) {
        return new LinkedHashMap<>((Map<String, Object>) request(review).get("object"));
    }

    private static AdmissionRequest valid(Map<String, Object> review) {
        DecodedReview decoded = ReviewDecoder.decode(Reviews.bytes(review));
        assertThat(decoded).isInstanceOf(DecodedReview.Valid.class);
        return ((DecodedReview.Valid) decoded).request();
    }

    @Test
    @DisplayName("an object of another namespace than the request's is none that an API server asks about")
    void anObjectOfAnotherNamespaceIsRefused() {
        Map<String, Object> elsewhere = Map.of("metadata", Map.of("name", "mnist", "namespace", "team-b"));

        assertThat(malformed(Reviews.bytes(Reviews.creation("u", elsewhere))).problem())
                .contains("metadata.namespace")
                .doesNotContain("team-b");
        assertThat(ReviewDecoder.decode(
                        Reviews.bytes(Reviews.creation("u", Map.of("metadata", Map.of("name", "mnist"))))))
                .isInstanceOf(DecodedReview.Valid.class);
    }

    private static DecodedReview.Malformed malformed(byte[] body) {
        DecodedReview decoded = ReviewDecoder.decode(body);
        assertThat(decoded).isInstanceOf(DecodedReview.Malformed.class);
        return (DecodedReview.Malformed) decoded;
    }
}
