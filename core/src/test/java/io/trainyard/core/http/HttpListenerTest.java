package io.trainyard.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
final class HttpListenerTest {
    private final Vertx vertx = Vertx.vertx();
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        await(Uni.createFrom().completionStage(() -> vertx.close().toCompletionStage()));
    }

    @Test
    void anAddressWithoutHostIsReachedByEveryLoopbackAddressThereIs() throws Exception {
        HttpListener listener = open("", request -> request.response().end("here"));

        List<String> hosts = loopbackAddresses();
        assertThat(hosts).contains("127.0.0.1");
        for (String host : hosts) {
            assertThat(get("http://" + host + ":" + listener.port()).body()).isEqualTo("here");
        }
    }

    @Test
    void aHandlerThatBreaksStillAnswers() throws Exception {
        HttpListener listener = open("127.0.0.1", request -> {
            throw new IllegalStateException("broken (this test breaks it)");
        });

        assertThat(get("http://127.0.0.1:" + listener.port()).statusCode()).isEqualTo(500);
    }

    private HttpListener open(String host, Handler<HttpServerRequest> handler) {
        return await(HttpListener.open(
                vertx,
                new HttpListener.Place("some.setting", new BindAddress(host, 0), PortLimits.HEALTH),
                new HttpServerOptions(),
                context -> handler::handle));
    }

    private HttpResponse<String> get(String uri) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString());
    }

    /** As they are written in an URL: not every machine speaks IPv6. */
    private static List<String> loopbackAddresses() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .filter(HttpListenerTest::isLoopback)
                .flatMap(NetworkInterface::inetAddresses)
                .map(InetAddress::getHostAddress)
                .map(address -> address.contains(":") ? "[" + address.replaceAll("%.*", "") + "]" : address)
                .toList();
    }

    private static boolean isLoopback(NetworkInterface network) {
        try {
            return network.isLoopback();
        } catch (SocketException gone) {
            return false;
        }
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(60));
    }
}
