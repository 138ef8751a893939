package io.trainyard.core.admission.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionRequest;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.config.WebhookSettings;
import io.trainyard.core.plugin.CallLimits;
import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.core.plugin.PluginDirectory;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.core.plugin.PluginInvoker;
import io.trainyard.core.plugin.PluginSetup;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.SelfSignedCertificate;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.extension.CustomValidation;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("AdmissionServer (CERT-01 to CERT-06, CERT-20)")
@Timeout(120)
@Tag("cryptography")
@ExtendWith(VertxExtension.class)
final class AdmissionServerTest {
    private static final AdmissionWebhook ALLOWING =
            request -> Uni.createFrom().item(AdmissionResponse.allowed(List.of()));
    private static final byte[] REVIEW = Reviews.bytes(Reviews.creation("u-1"));

    @Test
    void aReviewIsAnsweredInJsonWithItsUid(Vertx vertx) {
        RunningServer server = RunningServer.start(vertx, ALLOWING);

        HttpResponse<byte[]> answer = server.post(server.client(), REVIEW);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(Reviews.response(answer.body()).toString()).isEqualTo("{\"uid\":\"u-1\",\"allowed\":true}");
    }

    @Test
    void manyReviewsShareAConnection(Vertx vertx) {
        RunningServer server = RunningServer.start(vertx, ALLOWING);
        HttpClient http = server.client();
        List<Integer> codes = new ArrayList<>();

        for (int i = 0; i < 50; i++) {
            HttpResponse<byte[]> answer = server.post(http, REVIEW);
            codes.add(answer.statusCode());
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            assertThat(answer.headers().firstValue("Connection")).isNotEqualTo(java.util.Optional.of("close"));
        }

        assertThat(codes).containsOnly(200);
    }

    @Test
    @DisplayName("HTTP/2 is spoken when it is configured, else not (CFG-31)")
    void http2IsAChoice(Vertx vertx) {
        RunningServer server = RunningServer.start(vertx, ALLOWING, AdmissionServer.Limits.DEFAULT, "h2", "http/1.1");

        HttpResponse<byte[]> answer = server.post(server.client(), REVIEW);

        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(server.post(server.client(), new byte[8 * 1024 * 1024]).statusCode())
                .isEqualTo(413);
        assertThat(server.post(server.client(), REVIEW).statusCode()).isEqualTo(200);
    }

    @Test
    void reviewsDoNotWaitForEachOther(Vertx vertx) throws Exception {
        CompletableFuture<AdmissionResponse> slow = new CompletableFuture<>();
        RunningServer server = RunningServer.start(
                vertx,
                request -> request.uid().equals("slow")
                        ? Uni.createFrom().completionStage(slow)
                        : Uni.createFrom().item(AdmissionResponse.allowed(List.of())));
        HttpClient http = server.client();
        CompletableFuture<HttpResponse<byte[]>> waiting = http.sendAsync(
                server.request(
                                WebhookPath.VALIDATE_TRAIN_JOB,
                                "application/json",
                                Reviews.bytes(Reviews.creation("slow")))
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(server.post(http, REVIEW).statusCode()).isEqualTo(200);
        assertThat(waiting).isNotDone();
        slow.complete(AdmissionResponse.allowed(List.of()));

        assertThat(waiting.get().statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("a body of 3 MiB is reviewed; more than 7 MiB is refused (CERT-03)")
    void largeBodies(Vertx vertx) {
        RunningServer server = RunningServer.start(vertx, request -> {
            Map<String, Object> changed =
                    new java.util.LinkedHashMap<>(request.object().orElseThrow());
            changed.put("more", "field");
            return Uni.createFrom().item(AdmissionResponse.changed(changed, List.of()));
        });
        HttpClient http = server.client();
        byte[] large = Reviews.bytes(Reviews.creation("large", Map.of("data", Reviews.entries(3 * 1024 * 1024))));
        for (int i = 0; i < 3; i++) {
            HttpResponse<byte[]> answer = server.post(http, large);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(Reviews.response(answer.body()).path("allowed").asBoolean())
                    .isTrue();
        }
        byte[] tooLarge = new byte[7 * 1024 * 1024 + 1];
        assertThat(server.post(http, tooLarge).statusCode()).isEqualTo(413);
        assertThat(chunked(server, http, tooLarge)).isEqualTo(413);
        assertThat(server.post(http, REVIEW).statusCode()).isEqualTo(200);
    }

    @Test
    void whatIsNoReviewIsTheSendersMistake(Vertx vertx) throws Exception {
        RunningServer server = RunningServer.start(vertx, ALLOWING);
        HttpClient http = server.client();

        assertThat(server.post(http, "no json".getBytes(StandardCharsets.UTF_8)).statusCode())
                .isEqualTo(400);
        assertThat(server.post(http, new byte[0]).statusCode()).isEqualTo(400);
        HttpResponse<byte[]> truncated = server.post(http, Arrays.copyOf(REVIEW, REVIEW.length - 1));
        assertThat(truncated.statusCode()).isEqualTo(200);
        JsonNode response = Reviews.response(truncated.body());
        assertThat(response.path("uid").asText()).isEqualTo("u-1");
        assertThat(response.path("allowed").asBoolean(true)).isFalse();
        assertThat(response.path("status").path("code").asInt()).isEqualTo(400);
        assertThat(code(http, server.request(WebhookPath.VALIDATE_TRAIN_JOB, "text/plain", REVIEW)))
                .isEqualTo(415);
        assertThat(code(
                        http,
                        server.request(WebhookPath.VALIDATE_TRAIN_JOB, "application/json; charset=utf-8", REVIEW)))
                .isEqualTo(200);
        assertThat(code(http, server.request(WebhookPath.VALIDATE_TRAINING_RUNTIME, "application/json", REVIEW)))
                .as("not served here")
                .isEqualTo(404);
        assertThat(code(http, HttpRequest.newBuilder(uri(server, "/")))).isEqualTo(404);
        assertThat(code(http, HttpRequest.newBuilder(uri(server, WebhookPath.VALIDATE_TRAIN_JOB.path()))))
                .isEqualTo(405);
    }

    @Test
    @DisplayName("a review that a plugin breaks is refused with the plugin's name, and the server lives")
    void aBrokenPluginRefuses(Vertx vertx) {
        var time = new VertxTimeSource(vertx.getOrCreateContext());
        PluginHost host = PluginHost.load(new PluginSetup(
                List.of(new BrokenPlugin()),
                PluginDirectory.Contents.EMPTY,
                List.of(),
                Set.of(),
                Set.of(),
                Optional.empty(),
                name -> null,
                new PluginInvoker(time, Runnable::run, CallLimits.DEFAULT, (plugin, point, duration, failed) -> {}),
                PluginClassLoaders.separate()));
        CustomValidation guarded = host.plugins().validations().get(0);
        RunningServer server = RunningServer.start(
                vertx,
                request -> request.uid().equals("break")
                        ? guarded.validate(null).replaceWith(AdmissionResponse.allowed(List.of()))
                        : Uni.createFrom().item(AdmissionResponse.allowed(List.of())));
        HttpClient http = server.client();

        HttpResponse<byte[]> answer = server.post(http, Reviews.bytes(Reviews.creation("break")));

        assertThat(answer.statusCode()).isEqualTo(200);
        JsonNode response = Reviews.response(answer.body());
        assertThat(response.path("allowed").asBoolean(true)).isFalse();
        assertThat(response.path("status").path("code").asInt()).isEqualTo(403);
        assertThat(response.path("status").path("message").asText())
                .startsWith("Internal error: plugin broken failed in CustomValidation")
                .contains("on purpose");
        assertThat(server.post(http, REVIEW).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void whoeverCannotAnswerRefuses(Fault fault, Vertx vertx) {
        RunningServer server =
                RunningServer.start(vertx, fault, limits(Duration.ofSeconds(5), Duration.ofMillis(300)), "http/1.1");

        HttpResponse<byte[]> answer = server.post(server.client(), REVIEW);

        assertThat(answer.statusCode()).isEqualTo(200);
        JsonNode response = Reviews.response(answer.body());
        assertThat(response.path("uid").asText()).isEqualTo("u-1");
        assertThat(response.path("allowed").asBoolean(true)).isFalse();
        assertThat(response.path("status").path("message").asText()).startsWith("Internal error: the object");
    }

    /** Ways not to answer. */
    enum Fault implements AdmissionWebhook {
        THROWS {
            @Override
            public Uni<AdmissionResponse> review(AdmissionRequest request) {
                throw new IllegalStateException("broken on purpose");
            }
        },
        FAILS {
            @Override
            public Uni<AdmissionResponse> review(AdmissionRequest request) {
                return Uni.createFrom().failure(new StackOverflowError("broken on purpose"));
            }
        },
        GIVES_NULL {
            @Override
            public Uni<AdmissionResponse> review(AdmissionRequest request) {
                return Uni.createFrom().nullItem();
            }
        },
        RETURNS_NULL {
            @Override
            @SuppressWarnings("NullAway")
            public Uni<AdmissionResponse> review(AdmissionRequest request) {
                return null;
            }
        },
        NEVER_ENDS {
            @Override
            public Uni<AdmissionResponse> review(AdmissionRequest request) {
                return Uni.createFrom().nothing();
            }
        }
    }

    @Test
    void whoeverSendsByteForByteIsNotWaitedFor(Vertx vertx) throws Exception {
        RunningServer server =
                RunningServer.start(vertx, ALLOWING, limits(Duration.ofMillis(300), Duration.ofSeconds(5)), "http/1.1");
        try (Socket socket = tlsSocket(server, "TLSv1.3")) {
            OutputStream out = socket.getOutputStream();
            out.write(("POST " + WebhookPath.VALIDATE_TRAIN_JOB.path() + " HTTP/1.1\r\nHost: localhost\r\n"
                            + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            // What is left of the body is waited for as long as for a header: 10 s.
            socket.setSoTimeout(60_000);

            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);

            assertThat(answer).startsWith("HTTP/1.1 408 ");
        }
        assertThat(server.post(server.client(), REVIEW).statusCode()).isEqualTo(200);
    }

    @Test
    void whoeverGoesAwayLeavesNothingBehind(Vertx vertx) throws Exception {
        RunningServer server = RunningServer.start(vertx, ALLOWING);
        for (int i = 0; i < 20; i++) {
            try (Socket socket = tlsSocket(server, "TLSv1.3")) {
                socket.getOutputStream()
                        .write(("POST " + WebhookPath.VALIDATE_TRAIN_JOB.path() + " HTTP/1.1\r\nHost: localhost\r\n"
                                        + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
                                .getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
            }
        }

        await().atMost(RunningServer.TIMEOUT)
                .until(() -> inFlight(server) == 0
                        && server.registry()
                                        .find("controller.runtime.webhook.requests")
                                        .tag("code", "499")
                                        .counter()
                                != null);
    }

    @Test
    void wrongTlsIsRefusedAndForgotten(Vertx vertx) throws Exception {
        RunningServer server = RunningServer.start(vertx, ALLOWING);

        assertThatThrownBy(() -> tlsSocket(server, "TLSv1.1").close()).isInstanceOf(java.io.IOException.class);
        try (Socket plain = new Socket("127.0.0.1", server.server().port())) {
            plain.setSoTimeout(10_000);
            plain.getOutputStream().write("POST / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(plain.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).doesNotContain("HTTP/1.1 2");
        } catch (java.net.SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
        SelfSignedCertificate other = RunningServer.certificate(vertx);
        assertThatThrownBy(() -> server.post(RunningServer.client(other), REVIEW))
                .hasRootCauseInstanceOf(Exception.class)
                .cause()
                .isInstanceOf(SSLHandshakeException.class);
        assertThat(server.post(server.client(), REVIEW).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("a new certificate is served without an interruption; open connections live on (CERT-20)")
    void certificatesAreExchangedWhileRequestsFlow(Vertx vertx) throws Exception {
        RunningServer server = RunningServer.start(vertx, ALLOWING);
        SelfSignedCertificate next = RunningServer.certificate(vertx);
        HttpClient old = server.client();
        assertThat(server.post(old, REVIEW).statusCode()).isEqualTo(200);
        List<CompletableFuture<HttpResponse<byte[]>>> flow = new ArrayList<>();
        HttpClient both = RunningServer.client(server.certificate(), next);
        for (int round = 0; round < 20; round++) {
            if (round == 10) {
                RunningServer.await(server.server().replaceCertificate(next.keyCertOptions()));
            }
            HttpClient newcomer = RunningServer.client(server.certificate(), next);
            for (HttpClient http : List.of(both, both, newcomer)) {
                flow.add(http.sendAsync(
                        server.request(WebhookPath.VALIDATE_TRAIN_JOB, "application/json", REVIEW)
                                .build(),
                        BodyHandlers.ofByteArray()));
            }
            for (CompletableFuture<HttpResponse<byte[]>> answer : flow) {
                assertThat(answer.get().statusCode()).isEqualTo(200);
            }
        }

        assertThat(server.post(old, REVIEW).statusCode())
                .as("over its open connection")
                .isEqualTo(200);
        assertThat(server.post(RunningServer.client(next), REVIEW).statusCode()).isEqualTo(200);
        assertThatThrownBy(() -> server.post(server.client(), REVIEW))
                .cause()
                .isInstanceOf(SSLHandshakeException.class);
    }

    @Test
    @DisplayName(
            "a port that retires answers, old connections and new ones, and closes each after its answer (OPS-04a)")
    void aRetiringPortAnswersOnceMoreOnEachConnection(Vertx vertx) throws Exception {
        RunningServer server = RunningServer.start(vertx, ALLOWING);
        try (Socket kept = tlsSocket(server, "TLSv1.3")) {
            write(kept, request(REVIEW.length), REVIEW);
            String header = headerOf(kept);
            assertThat(header).startsWith("HTTP/1.1 200 ").doesNotContainIgnoringCase("connection: close");
            assertThat(new String(kept.getInputStream().readNBytes(lengthOf(header)), StandardCharsets.US_ASCII))
                    .endsWith("\"allowed\":true}}");

            server.server().retire();

            write(kept, request(REVIEW.length), REVIEW);
            assertThat(new String(kept.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200 ")
                    .containsIgnoringCase("connection: close")
                    .endsWith("\"allowed\":true}}");
        }
        HttpResponse<byte[]> another = server.post(server.client(), REVIEW);
        assertThat(another.statusCode()).isEqualTo(200);
        assertThat(another.headers().firstValue("Connection")).contains("close");
    }

    @Test
    @DisplayName("a retiring port tells callers that speak HTTP/2 with GOAWAY, and answers what has come (OPS-04a)")
    void aRetiringPortSendsGoAway(Vertx vertx) throws Exception {
        CompletableFuture<AdmissionResponse> slow = new CompletableFuture<>();
        RunningServer server = RunningServer.start(
                vertx,
                request -> request.uid().equals("slow")
                        ? Uni.createFrom().completionStage(slow)
                        : Uni.createFrom().item(AdmissionResponse.allowed(List.of())),
                AdmissionServer.Limits.DEFAULT,
                "h2",
                "http/1.1");
        CompletableFuture<Long> goneAway = new CompletableFuture<>();
        CompletableFuture<Void> closed = new CompletableFuture<>();
        io.vertx.core.http.HttpClient http = vertx.httpClientBuilder()
                .with(new HttpClientOptions()
                        .setProtocolVersion(HttpVersion.HTTP_2)
                        .setUseAlpn(true)
                        .setSsl(true)
                        .setTrustAll(true)
                        .setVerifyHost(false))
                .withConnectHandler(connection -> {
                    connection.goAwayHandler(goAway -> goneAway.complete(goAway.getErrorCode()));
                    connection.closeHandler(end -> closed.complete(null));
                })
                .build();

        var underWay = post(http, server, Reviews.bytes(Reviews.creation("slow")));
        await().atMost(RunningServer.TIMEOUT).until(() -> inFlight(server) == 1);
        server.server().retire();
        CompletableFuture<Void> quiet =
                server.server().quiet().subscribeAsCompletionStage().toCompletableFuture();
        assertThat(goneAway).isNotDone();
        assertThat(post(http, server, REVIEW).get(60, TimeUnit.SECONDS)).isEqualTo(200);
        assertThat(goneAway.get(60, TimeUnit.SECONDS)).as("NO_ERROR").isZero();
        assertThat(underWay).isNotDone();
        assertThat(closed).isNotDone();
        assertThat(quiet).isNotDone();

        slow.complete(AdmissionResponse.allowed(List.of()));

        assertThat(underWay.get(60, TimeUnit.SECONDS)).isEqualTo(200);
        closed.get(60, TimeUnit.SECONDS);
        quiet.get(60, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("a port is quiet when the last review is answered, or its caller is gone (OPS-04a)")
    void aPortIsQuietWhenNothingIsUnderWay(Vertx vertx) throws Exception {
        RunningServer server =
                RunningServer.start(vertx, request -> Uni.createFrom().nothing());
        RunningServer.await(server.server().quiet());
        Socket waiting = tlsSocket(server, "TLSv1.3");
        write(waiting, request(REVIEW.length), REVIEW);
        await().atMost(RunningServer.TIMEOUT).until(() -> inFlight(server) == 1);

        CompletableFuture<Void> quiet =
                server.server().quiet().subscribeAsCompletionStage().toCompletableFuture();

        assertThat(server.post(server.client(), new byte[0]).statusCode()).isEqualTo(400);
        assertThat(quiet).isNotDone();
        waiting.close();
        quiet.get(60, TimeUnit.SECONDS);
    }

    private static CompletableFuture<Integer> post(
            io.vertx.core.http.HttpClient http, RunningServer server, byte[] review) {
        return http.request(HttpMethod.POST, server.server().port(), "127.0.0.1", WebhookPath.VALIDATE_TRAIN_JOB.path())
                .compose(request ->
                        request.putHeader("Content-Type", "application/json").send(Buffer.buffer(review)))
                .compose(answer -> answer.body().map(body -> answer.statusCode()))
                .toCompletionStage()
                .toCompletableFuture();
    }

    private static String request(int length) {
        return "POST " + WebhookPath.VALIDATE_TRAIN_JOB.path() + " HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n";
    }

    private static void write(Socket socket, String header, byte[] body) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(header.getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
    }

    private static String headerOf(Socket socket) throws IOException {
        StringBuilder header = new StringBuilder();
        while (header.indexOf("\r\n\r\n") < 0) {
            header.append((char) socket.getInputStream().read());
        }
        return header.toString();
    }

    private static int lengthOf(String header) {
        return Integer.parseInt(header.replaceAll("(?is).*content-length: (\\d+).*", "$1"));
    }

    @Test
    @DisplayName("requests, codes and refusals are counted (OPS-33, OPS-34)")
    void requestsAreCounted(Vertx vertx) {
        RunningServer server = RunningServer.start(vertx, request -> Uni.createFrom()
                .item(AdmissionResponse.refused(403, "Forbidden", "no", List.of(), List.of())));
        HttpClient http = server.client();
        server.post(http, REVIEW);
        server.post(http, new byte[0]);

        String path = WebhookPath.VALIDATE_TRAIN_JOB.path();
        assertThat(requests(server, path, "200")).isEqualTo(1);
        assertThat(requests(server, path, "400")).isEqualTo(1);
        assertThat(requests(server, path, "500")).isZero();
        assertThat(inFlight(server)).isZero();
        assertThat(server.registry()
                        .get("kubeflow.trainer.webhook.denied")
                        .tags("kind", "TrainJob", "operation", "CREATE")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void aServerWithoutTlsIsNotOpened(Vertx vertx) {
        assertThatThrownBy(() -> AdmissionServer.open(
                        vertx,
                        new WebhookSettings("", 0),
                        new HttpServerOptions(),
                        context -> new AdmissionServer.Hooks(
                                Map.of(),
                                new io.micrometer.core.instrument.simple.SimpleMeterRegistry(),
                                AdmissionServer.Limits.DEFAULT)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("TLS");
    }

    private static double requests(RunningServer server, String path, String code) {
        return server.registry()
                .get("controller.runtime.webhook.requests")
                .tags("webhook", path, "code", code)
                .counter()
                .count();
    }

    private static double inFlight(RunningServer server) {
        return server.registry()
                .get("controller.runtime.webhook.requests.in.flight")
                .tag("webhook", WebhookPath.VALIDATE_TRAIN_JOB.path())
                .gauge()
                .value();
    }

    private static int chunked(RunningServer server, HttpClient http, byte[] body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(uri(server, WebhookPath.VALIDATE_TRAIN_JOB.path()))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body)))
                    .build();
            return http.send(request, BodyHandlers.discarding()).statusCode();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static int code(HttpClient http, HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    private static URI uri(RunningServer server, String path) {
        return URI.create("https://localhost:" + server.server().port() + path);
    }

    private static SSLSocket tlsSocket(RunningServer server, String version) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Trusting()}, null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket("127.0.0.1", server.server().port());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(new String[] {version});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static final class Trusting implements X509TrustManager {
        @Override
        public void checkClientTrusted(java.security.cert.X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(java.security.cert.X509Certificate[] chain, String type) {}

        @Override
        public java.security.cert.X509Certificate[] getAcceptedIssuers() {
            return new java.security.cert.X509Certificate[0];
        }
    }

    private static final class BrokenPlugin implements CustomValidation {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public Uni<Validation> validate(Request request) {
            throw new IllegalStateException("broken on purpose");
        }
    }

    private static AdmissionServer.Limits limits(Duration body, Duration review) {
        AdmissionServer.Limits usual = AdmissionServer.Limits.DEFAULT;
        return new AdmissionServer.Limits(1 << 20, body, review, usual.memory());
    }
}
