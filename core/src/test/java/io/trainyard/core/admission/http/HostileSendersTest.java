package io.trainyard.core.admission.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.http.PortLimits;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("AdmissionServer and those who mean it harm (CERT-07)")
@Timeout(120)
@Tag("cryptography")
@ExtendWith(VertxExtension.class)
final class HostileSendersTest {
    private static final AdmissionWebhook ALLOWING =
            request -> Uni.createFrom().item(AdmissionResponse.allowed(List.of()));
    private static final byte[] REVIEW = Reviews.bytes(Reviews.creation("u-1"));
    private static final AdmissionServer.Limits USUAL = AdmissionServer.Limits.DEFAULT;

    @ParameterizedTest
    @ValueSource(strings = {"{},", "{\"\":0},", "0,", "[],"})
    @DisplayName("a body that would become a hundred times larger in memory is not read to its end")
    void bodiesThatSwell(String part, Vertx vertx) {
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
    void bodiesThatDoNotEnd(Vertx vertx) throws Exception {
        AdmissionServer.Limits small = new AdmissionServer.Limits(
                USUAL.bodyBytes(),
                Duration.ofSeconds(60),
                USUAL.review(),
                new AdmissionServer.Memory(2 << 20, 2 << 20));
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
    void headersThatDoNotEnd(Vertx vertx) {
        PortLimits hasty = limits(10, 10, Duration.ofMillis(500));
        RunningServer server = RunningServer.start(vertx, ALLOWING, USUAL, hasty, "http/1.1");
        Client client = get(connect(vertx, server));
        client.socket().write("POST / HTTP/1.1\r\n");
        long timer = vertx.setPeriodic(50, tick -> client.socket().write("X"));

        assertThat(client.closed()).succeedsWithin(Duration.ofSeconds(10));
        vertx.cancelTimer(timer);
        assertThat(server.post(server.client(), REVIEW).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("one address gets so many connections and no more; others, and later ones, are served")
    void manyConnections(Vertx vertx) {
        PortLimits few = limits(10, 3, Duration.ofSeconds(30));
        RunningServer server = RunningServer.start(vertx, ALLOWING, USUAL, few, "http/1.1");
        List<CompletableFuture<Client>> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            clients.add(connect(vertx, server));
        }
        // Which one is closed depends on how far the others are: before, during or after its handshake.
        List<CompletableFuture<Void>> closed = clients.stream()
                .map(client -> client.thenCompose(Client::closed).exceptionally(failure -> null))
                .toList();

        await().atMost(ONE_MINUTE)
                .untilAsserted(() -> assertThat(closed.stream().filter(CompletableFuture::isDone))
                        .hasSize(1));
        await().during(Duration.ofMillis(300))
                .atMost(ONE_MINUTE)
                .until(() -> closed.stream().filter(CompletableFuture::isDone).count() == 1);

        clients.stream()
                .filter(client -> !client.isCompletedExceptionally())
                .forEach(client -> get(client).socket().close());
        await().atMost(ONE_MINUTE).ignoreExceptions().untilAsserted(() -> assertThat(
                        server.post(server.client(), REVIEW).statusCode())
                .isEqualTo(200));
    }

    @Test
    @DisplayName(
            "connections of four addresses, kept by requests that are answered 415, do not keep a fifth out (OPS-130)")
    void uselessRequests(Vertx vertx) {
        PortLimits few = limits(40, 10, Duration.ofSeconds(60));
        RunningServer server = RunningServer.start(vertx, ALLOWING, USUAL, few, "http/1.1");
        for (int i = 0; i < 40; i++) {
            Client client = get(connect(vertx, server, "127.0.0." + (2 + i % 4)));
            CompletableFuture<String> answer = new CompletableFuture<>();
            client.socket().handler(bytes -> answer.complete(bytes.toString()));
            client.socket()
                    .write("POST " + WebhookPath.VALIDATE_TRAIN_JOB.path()
                            + " HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
            assertThat(get(answer)).startsWith("HTTP/1.1 415");
        }

        assertThat(server.post(server.client(), REVIEW).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("handshakes that are begun and not ended do not keep others waiting (OPS-130)")
    void handshakesThatDoNotEnd(Vertx vertx) throws Exception {
        RunningServer server = RunningServer.start(vertx, ALLOWING);
        byte[] hello = firstBytesOfAHandshake();
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 400; i++) {
                Socket socket = new Socket();
                socket.bind(new InetSocketAddress("127.0.0." + (2 + i % 4), 0));
                socket.connect(
                        new InetSocketAddress("127.0.0.1", server.server().port()), 60_000);
                socket.getOutputStream().write(hello);
                sockets.add(socket);
            }

            assertThat(server.post(server.client(), REVIEW).statusCode()).isEqualTo(200);
            // Eight of an address in a second: most of the others are not even read.
            assertThat(sockets.stream().filter(HostileSendersTest::hasAnswer).count())
                    .isLessThan(sockets.size() / 2);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    @DisplayName("a record of TLS that is longer than TLS allows is not waited for (OPS-130)")
    void recordsThatAreTooLong(Vertx vertx) throws Exception {
        RunningServer server = RunningServer.start(vertx, ALLOWING);
        try (Socket socket = new Socket("127.0.0.1", server.server().port())) {
            socket.setSoTimeout(5_000);
            byte[] part = Arrays.copyOf(new byte[] {22, 3, 1, (byte) 0xff, (byte) 0xff}, 40_000);
            socket.getOutputStream().write(part);

            assertThat(isClosed(socket)).isTrue();
        }
    }

    private static boolean isClosed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    private static byte[] firstBytesOfAHandshake() throws Exception {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        return Arrays.copyOf(hello.array(), hello.position());
    }

    private static boolean hasAnswer(Socket socket) {
        try {
            return socket.getInputStream().available() > 0;
        } catch (IOException closed) {
            return false;
        }
    }

    private static PortLimits limits(int connections, int perAddress, Duration header) {
        return new PortLimits(connections, perAddress, 10, 8 * 1024, header, Duration.ofSeconds(120));
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

    private CompletableFuture<Client> connect(Vertx vertx, RunningServer server) {
        return connect(vertx, server, "127.0.0.1");
    }

    private CompletableFuture<Client> connect(Vertx vertx, RunningServer server, String from) {
        return vertx.createNetClient(new NetClientOptions()
                        .setLocalAddress(from)
                        .setSsl(true)
                        .setTrustAll(true)
                        .setHostnameVerificationAlgorithm(""))
                .connect(server.server().port(), "localhost")
                .map(Client::of)
                .toCompletionStage()
                .toCompletableFuture();
    }

    private static <T> T get(CompletableFuture<T> future) {
        return future.orTimeout(60, TimeUnit.SECONDS).join();
    }
}
