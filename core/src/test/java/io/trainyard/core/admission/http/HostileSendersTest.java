package io.trainyard.core.admission.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.http.OpenConnections;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("AdmissionServer and those who mean it harm (CERT-07)")
@Timeout(120)
@Tag("cryptography")
final class HostileSendersTest {
    private static final AdmissionWebhook ALLOWING =
            request -> Uni.createFrom().item(AdmissionResponse.allowed(List.of()));
    private static final byte[] REVIEW = Reviews.bytes(Reviews.creation("u-1"));
    private static final AdmissionServer.Limits USUAL = AdmissionServer.Limits.DEFAULT;

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{},", "{\"\":0},", "0,", "[],"})
    @DisplayName("a body that would become a hundred times larger in memory is not read to its end")
    void bodiesThatSwell(String part) {
        RunningServer server = RunningServer.start(vertx, ALLOWING);
        String list = part.repeat(6 * 1024 * 1024 / part.length());
        byte[] body = ("{\"request\": {\"uid\": \"u-2\", \"object\": {\"list\": ["
                        + list.substring(0, list.length() - 1)
                        + "]}}}")
                .getBytes(StandardCharsets.UTF_8);

        var answer = server.post(server.client(), body);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Reviews.response(answer.body()).path("allowed").asBoolean()).isFalse();
        assertThat(Reviews.response(answer.body()).path("uid").asText()).isEqualTo("u-2");
        assertThat(Reviews.response(answer.body())
                        .path("status")
                        .path("message")
                        .asText())
                .startsWith("the body is larger or more deeply nested than any object");
        assertThat(server.post(server.client(), REVIEW).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName(
            "bodies that do not end take no more memory than the budget: 503 for the next, and room again once they are gone")
    void bodiesThatDoNotEnd() throws Exception {
        AdmissionServer.Limits small = new AdmissionServer.Limits(
                USUAL.bodyBytes(),
                Duration.ofSeconds(60),
                USUAL.review(),
                new AdmissionServer.Memory(2 << 20, 2 << 20),
                USUAL.connections());
        RunningServer server = RunningServer.start(vertx, ALLOWING, small, "http/1.1");
        HttpClient http = vertx.createHttpClient(
                new HttpClientOptions().setSsl(true).setTrustAll(true).setVerifyHost(false));
        HttpClientRequest unfinished = get(http.request(
                        HttpMethod.POST, server.server().port(), "localhost", WebhookPath.VALIDATE_TRAIN_JOB.path())
                .toCompletionStage()
                .toCompletableFuture());
        unfinished.putHeader("Content-Type", "application/json").setChunked(true);
        get(unfinished
                .write(Buffer.buffer(" ".repeat(80_600)))
                .toCompletionStage()
                .toCompletableFuture());

        await().atMost(ONE_MINUTE).untilAsserted(() -> assertThat(
                        server.post(server.client(), REVIEW).statusCode())
                .isEqualTo(503));

        unfinished.reset();
        await().atMost(ONE_MINUTE).untilAsserted(() -> assertThat(
                        server.post(server.client(), REVIEW).statusCode())
                .isEqualTo(200));
    }

    @Test
    @DisplayName("a connection on which no request comes is closed, even when a byte of a header comes now and then")
    void headersThatDoNotEnd() {
        AdmissionServer.Limits hasty = connections(10, 10, Duration.ofMillis(500));
        RunningServer server = RunningServer.start(vertx, ALLOWING, hasty, "http/1.1");
        Client client = get(connect(server));
        client.socket().write("POST / HTTP/1.1\r\n");
        long timer = vertx.setPeriodic(50, tick -> client.socket().write("X"));

        assertThat(client.closed()).succeedsWithin(Duration.ofSeconds(10));
        vertx.cancelTimer(timer);
        assertThat(server.post(server.client(), REVIEW).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("one address gets so many connections and no more; others, and later ones, are served")
    void manyConnections() {
        AdmissionServer.Limits few = connections(10, 3, Duration.ofSeconds(30));
        RunningServer server = RunningServer.start(vertx, ALLOWING, few, "http/1.1");
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            clients.add(get(connect(server)));
        }

        await().atMost(ONE_MINUTE).untilAsserted(() -> assertThat(
                        clients.stream().map(Client::closed).filter(CompletableFuture::isDone))
                .hasSize(1));

        clients.forEach(client -> client.socket().close());
        await().atMost(ONE_MINUTE).ignoreExceptions().untilAsserted(() -> assertThat(
                        server.post(server.client(), REVIEW).statusCode())
                .isEqualTo(200));
    }

    private static AdmissionServer.Limits connections(int total, int perSender, Duration firstRequest) {
        return new AdmissionServer.Limits(
                USUAL.bodyBytes(),
                USUAL.body(),
                USUAL.review(),
                USUAL.memory(),
                new OpenConnections.Limits(total, perSender, firstRequest, Duration.ofSeconds(120)));
    }

    /** A connection, and its end. */
    private record Client(NetSocket socket, CompletableFuture<Void> closed) {
        /** On the event loop of the socket, so that no end is missed. */
        private static Client of(NetSocket socket) {
            CompletableFuture<Void> closed = new CompletableFuture<>();
            socket.closeHandler(closed::complete);
            return new Client(socket, closed);
        }
    }

    private CompletableFuture<Client> connect(RunningServer server) {
        return vertx.createNetClient(
                        new NetClientOptions().setSsl(true).setTrustAll(true).setHostnameVerificationAlgorithm(""))
                .connect(server.server().port(), "localhost")
                .map(Client::of)
                .toCompletionStage()
                .toCompletableFuture();
    }

    private static <T> T get(CompletableFuture<T> future) {
        return future.orTimeout(60, TimeUnit.SECONDS).join();
    }
}
