package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.kube.ApiFailure.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("ApiFailures (FAB-25, FAB-26)")
final class ApiFailuresTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private final KubernetesSerialization json = new KubernetesSerialization();

    @ParameterizedTest
    @CsvSource({
        "400, BadRequest, INVALID",
        "401, Unauthorized, UNAUTHORIZED",
        "403, Forbidden, FORBIDDEN",
        "404, NotFound, NOT_FOUND",
        "405, MethodNotAllowed, INVALID",
        "408, Timeout, OVERLOADED",
        "409, AlreadyExists, ALREADY_EXISTS",
        "409, Conflict, CONFLICT",
        "410, Expired, EXPIRED",
        "413, RequestEntityTooLarge, INVALID",
        "415, UnsupportedMediaType, INVALID",
        "422, Invalid, INVALID",
        "429, TooManyRequests, OVERLOADED",
        "500, InternalError, SERVER_ERROR",
        "503, ServiceUnavailable, OVERLOADED",
        "504, Timeout, OVERLOADED"
    })
    void everyAnswerHasOneMeaning(int code, String reason, Kind kind) {
        ApiFailure failure = refused(code, status(reason, "no", ""), null);

        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure).hasMessage("GET /x: " + code + " " + reason + ": no");
    }

    @Test
    void creatingInANamespaceThatIsBeingDeletedIsNoLackOfPermission() {
        String body = status(
                "Forbidden",
                "unable to create",
                ", \"details\": {\"causes\": [{\"reason\": \"NamespaceTerminating\"}]}");

        assertThat(refused(403, body, null).kind()).isEqualTo(Kind.NAMESPACE_TERMINATING);
    }

    @Test
    @DisplayName("an apply that does not fit the schema is answered with 500 and yet our fault (FAB-26)")
    void anApplyThatDoesNotFitTheSchemaIsOurFault() {
        String body = status(
                "", "failed to create typed patch object (a/b; /v1, Kind=ConfigMap): .x: field not declared", "");

        ApiFailure failure = refused(500, body, null);

        assertThat(failure.kind()).isEqualTo(Kind.INVALID);
        assertThat(failure.code()).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "etcdserver: request is too large",
                "rpc error: code = ResourceExhausted desc = trying to send message larger than max (2162690 vs. 2097152)"
            })
    @DisplayName(
            "an object that is too large for the store is answered with 500, too, and is as large the next time (FAB-26)")
    void anObjectThatIsTooLargeIsOurFault(String message) {
        ApiFailure failure = refused(500, status("", message, ""), null);

        assertThat(failure.kind()).isEqualTo(Kind.INVALID);
        assertThat(failure).hasMessageContaining(message).hasMessageContaining("larger than the API server stores");
    }

    @Test
    void anAnswerThatIsNoStatusIsQuotedButNotAtAnyLength() {
        assertThat(refused(502, "<html>Bad Gateway</html>", null))
                .hasMessage("GET /x: 502: <html>Bad Gateway</html>")
                .extracting(ApiFailure::kind)
                .isEqualTo(Kind.SERVER_ERROR);
        assertThat(refused(500, "x".repeat(5000), null).getMessage()).hasSizeLessThan(1100);
        assertThat(refused(500, "{\"kind\": \"Sta", null).getMessage()).contains("{\"kind\": \"Sta");
        assertThat(refused(500, "", null)).hasMessage("GET /x: 500");
    }

    @Test
    void retryAfterIsReadAsSecondsAsADateAndFromTheStatus() {
        assertThat(refused(429, "", "7").retryAfter()).contains(Duration.ofSeconds(7));
        assertThat(refused(429, "", "Fri, 2 Jan 2026 03:04:15 GMT").retryAfter())
                .contains(Duration.ofSeconds(10));
        assertThat(refused(429, "", "Fri, 2 Jan 2026 03:04:00 GMT").retryAfter())
                .contains(Duration.ZERO);
        assertThat(refused(429, "", "soon").retryAfter()).isEmpty();
        String body = status("TooManyRequests", "no", ", \"details\": {\"retryAfterSeconds\": 3}");
        assertThat(refused(429, body, null).retryAfter()).contains(Duration.ofSeconds(3));
    }

    @Test
    void brokenConnectionsAndTimeUpsAreUnreachableWhateverWrapsThem() {
        ApiFailure broken = ApiFailures.unanswered(
                "GET /x", new CompletionException(new CompletionException(new IOException("closed"))));
        assertThat(broken.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(broken.code()).isZero();
        assertThat(broken).hasMessage("GET /x: connection failed: closed").hasCauseInstanceOf(IOException.class);

        ApiFailure late = ApiFailures.unanswered("GET /x", new TimeoutException());
        assertThat(late.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(late.getMessage()).contains("no answer in time");
    }

    private ApiFailure refused(int code, String body, @Nullable String retryAfter) {
        return ApiFailures.refused("GET /x", code, body.getBytes(StandardCharsets.UTF_8), retryAfter, json, NOW);
    }

    private static String status(String reason, String message, String more) {
        return "{\"kind\": \"Status\", \"reason\": \"" + reason + "\", \"message\": \"" + message + "\"" + more + "}";
    }
}
