package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.api.http.DirectRequests;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The suite against our own server, with what HTTP would bring, but without a connection; and what is the same as over one. */
final class MiniServerDirectTest extends MiniServerSuite {
    private static final int TOO_LARGE = (3 << 20) + 1;

    MiniServerDirectTest() {
        super(MiniServer::direct);
    }

    @ParameterizedTest
    @DisplayName("who asks without a connection gets the code and the bytes that HTTP brings (LOCAL-203)")
    @CsvSource(
            delimiter = '|',
            value = {
                "GET    | /version                                    |                             |",
                "GET    | /apis                                       |                             |",
                "GET    | /apis/batch                                 |                             |",
                "GET    | /apis/batch/v1                              |                             |",
                "GET    | /apis/nobody.example/v1                     |                             |",
                "GET    | /openapi/v3                                 |                             |",
                "GET    | /nowhere                                    |                             |",
                "GET    | /                                           |                             |",
                "GET    | /api/v1/namespaces/default                  |                             |",
                "GET    | /api/v1/namespaces/kube-%73ystem            |                             |",
                "GET    | /api/v1/configmaps                          |                             |",
                "GET    | /api/v1/configmaps?limit=some               |                             |",
                "GET    | /api/v1/namespaces/default/pods/no/log      |                             |",
                "GET    | /api/v1/namespaces/default/nothings         |                             |",
                "POST   | /api/v1/namespaces/default/configmaps       | application/json            | {not json",
                "POST   | /api/v1/namespaces/default/configmaps       | application/json            |",
                "POST   | /api/v1/namespaces/default/configmaps/named | application/json            | {}",
                "POST   | /api/v1/namespaces/default/configmaps       | application/cbor            | {}",
                "PUT    | /api/v1/namespaces/default/configmaps       | application/json            | {}",
                "PATCH  | /api/v1/namespaces/default                  | text/plain                  | {}",
                "PATCH  | /api/v1/namespaces/default                  | application/merge-patch+json| [",
                "DELETE | /api/v1/namespaces/default/configmaps/none  |                             |",
                "PURGE  | /api/v1/namespaces/default                  |                             |",
            })
    void answersAreTheSame(String method, String path, String mediaType, String body) throws Exception {
        URI uri = URI.create(server.url() + path);
        HttpRequest.Builder http = HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + server.token())
                .header("User-Agent", "suite/1.0");
        if (mediaType != null) {
            http.header("Content-Type", mediaType);
        }
        HttpResponse<String> overHttp = HttpClient.newHttpClient()
                .send(
                        http.method(method, HttpRequest.BodyPublishers.ofString(body == null ? "" : body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());

        DirectRequests.Answer direct = send(new DirectRequests.Request(
                method,
                uri.getRawPath(),
                parameters(uri),
                mediaType == null ? "" : mediaType,
                StandardCharsets.UTF_8.encode(body == null ? "" : body),
                "suite/1.0"));

        assertThat(direct.code()).isEqualTo(overHttp.statusCode());
        assertThat(text(direct)).isEqualTo(overHttp.body());
    }

    @Test
    @DisplayName("a body may be as large as over HTTP (LOCAL-203)")
    void tooLarge() {
        DirectRequests.Answer answer = send(new DirectRequests.Request(
                "POST",
                "/api/v1/namespaces/default/configmaps",
                Map.of(),
                "application/json",
                ByteBuffer.allocate(TOO_LARGE),
                ""));

        assertThat(answer.code()).isEqualTo(413);
        assertThat(text(answer)).contains("Request entity too large: limit is 3145728");
    }

    private DirectRequests.Answer send(DirectRequests.Request request) {
        return TestApi.await(server.requests().send(request));
    }

    private static String text(DirectRequests.Answer answer) {
        return StandardCharsets.UTF_8.decode(answer.body()).toString();
    }

    private static Map<String, String> parameters(URI uri) {
        return uri.getQuery() == null
                ? Map.of()
                : Arrays.stream(uri.getQuery().split("&"))
                        .map(pair -> pair.split("=", 2))
                        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }
}
