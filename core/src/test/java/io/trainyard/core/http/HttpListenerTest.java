package io.trainyard.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.config.BindAddress;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.junit5.VertxExtension;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(180)
@ExtendWith(VertxExtension.class)
final class HttpListenerTest {
    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void anAddressWithoutHostIsReachedByEveryLoopbackAddressThereIs(Vertx vertx) throws Exception {
        HttpListener listener = open(vertx, "", request -> request.response().end("here"));

        List<String> hosts = loopbackAddresses();
        assertThat(hosts).contains("127.0.0.1");
        for (String host : hosts) {
            assertThat(get("http://" + host + ":" + listener.port()).body()).isEqualTo("here");
        }
    }

    @Test
    void aHandlerThatBreaksStillAnswers(Vertx vertx) throws Exception {
        HttpListener listener = open(vertx, "127.0.0.1", request -> {
            throw new IllegalStateException("broken (this test breaks it)");
        });

        assertThat(get("http://127.0.0.1:" + listener.port()).statusCode()).isEqualTo(500);
    }

    private HttpListener open(Vertx vertx, String host, Handler<HttpServerRequest> handler) {
        return HttpListener.open(
                        vertx,
                        new HttpListener.Place("some.setting", new BindAddress(host, 0), PortLimits.HEALTH),
                        new HttpServerOptions(),
                        context -> handler::handle)
                .await()
                .atMost(Duration.ofSeconds(60));
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
}
