package io.trainyard.local.client;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** An API server at the other end of a connection. */
public final class HttpApiClient implements ApiClient {
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
    /**
     * API servers tell a watch their version about once a minute, also when nothing happens. Where nothing comes for so long, the connection has died,
     * though nobody said so.
     */
    private static final Duration WATCH_SILENCE = Duration.ofMinutes(3);

    private static final int CONNECTIONS = 256;

    private final HttpClient http;
    /**
     * Each watch has a connection of its own. To give a watch up closes its connection, also when the watch has just ended and somebody else
     * uses the connection already.
     */
    private final HttpClient watching;

    private final URI server;
    private final String token;
    private final String userAgent;

    private HttpApiClient(HttpClient http, HttpClient watching, URI server, String token, String userAgent) {
        this.http = http;
        this.watching = watching;
        this.server = server;
        this.token = token;
        this.userAgent = userAgent;
    }

    /**
     * A client; nothing is sent before the first request.
     *
     * @param userAgent names the program; field managers are named after it
     */
    public static HttpApiClient connect(Vertx vertx, Kubeconfig config, String userAgent) {
        return connect(vertx, config, userAgent, REQUEST_TIMEOUT, WATCH_SILENCE);
    }

    static HttpApiClient connect(
            Vertx vertx, Kubeconfig config, String userAgent, Duration answerSilence, Duration watchSilence) {
        URI server = URI.create(config.server());
        boolean secure = "https".equals(server.getScheme());
        int port = server.getPort() >= 0 ? server.getPort() : secure ? 443 : 80;
        HttpClientOptions options = new HttpClientOptions()
                .setDefaultHost(server.getHost())
                .setDefaultPort(port)
                .setSsl(secure)
                .setTrustAll(config.insecure())
                .setVerifyHost(!config.insecure())
                .setMaxPoolSize(CONNECTIONS)
                .setMaxHeaderSize(64 << 10);
        if (!config.certificateAuthority().isEmpty()) {
            options.setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(config.certificateAuthority())));
        }
        if (!config.clientCertificate().isEmpty()) {
            options.setKeyCertOptions(new PemKeyCertOptions()
                    .setCertValue(Buffer.buffer(config.clientCertificate()))
                    .setKeyValue(Buffer.buffer(config.clientKey())));
        }
        // Of a connection that has died, nothing comes: not the rest of an answer, nor the next event.
        options.setIdleTimeoutUnit(TimeUnit.MILLISECONDS).setIdleTimeout((int) answerSilence.toMillis());
        HttpClientOptions ofWatches =
                new HttpClientOptions(options).setKeepAlive(false).setIdleTimeout((int) watchSilence.toMillis());
        return new HttpApiClient(
                vertx.createHttpClient(options), vertx.createHttpClient(ofWatches), server, config.token(), userAgent);
    }

    /** Closes all connections. */
    public Future<Void> close() {
        return Future.join(http.close(), watching.close()).mapEmpty();
    }

    @Override
    public Future<Map<String, Object>> send(ApiCall call) {
        // Each step is attached on the event loop, within the one before: an answer that arrives while the calling
        // thread is still building
        // the chain would find nobody to take its body.
        return open(http, call)
                .compose(request -> {
                    request.idleTimeout(REQUEST_TIMEOUT.toMillis());
                    return transmit(request, call)
                            .compose(response -> response.body().map(body -> answer(response, body)));
                })
                .recover(HttpApiClient::failure);
    }

    private Future<HttpClientRequest> open(HttpClient connections, ApiCall call) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(call.method()))
                .setURI(server.getRawPath() + call.path() + query(call))
                .putHeader("User-Agent", userAgent)
                .putHeader("Accept", "application/json");
        if (!token.isEmpty()) {
            options.putHeader("Authorization", "Bearer " + token);
        }
        return connections.request(options);
    }

    private static Future<HttpClientResponse> transmit(HttpClientRequest request, ApiCall call) {
        if (call.body() == null) {
            return request.send();
        }
        return request.putHeader("Content-Type", call.contentType()).send(Buffer.buffer(Json.bytes(call.body())));
    }

    private static String query(ApiCall call) {
        return call.query().isEmpty()
                ? ""
                : call.query().entrySet().stream()
                        .map(entry ->
                                entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&", "?", ""));
    }

    private static Map<String, Object> answer(HttpClientResponse response, Buffer body) {
        Map<String, Object> tree = new LinkedHashMap<>();
        try {
            if (body.length() > 0 && Json.parse(body.getBytes()) instanceof Map<?, ?> map) {
                tree = Tree.object(map);
            }
        } catch (MalformedTextException e) {
            // Proxies and early failures answer in plain text.
            tree.put("message", body.toString());
        }
        if (response.statusCode() >= 400) {
            throw ApiException.of(response.statusCode(), tree);
        }
        return tree;
    }

    private static <T> Future<T> failure(Throwable cause) {
        return Future.failedFuture(cause instanceof ApiException ? cause : ApiException.unreachable(cause));
    }

    @Override
    public Future<Watch> watch(ApiCall call, WatchHandler handler) {
        return open(watching, call)
                .compose(request -> transmit(request, call).compose(response -> {
                    if (response.statusCode() >= 400) {
                        return response.body().map(body -> {
                            throw ApiException.of(response.statusCode(), answer(response, body));
                        });
                    }
                    return Future.<Watch>succeededFuture(new HttpWatch(request, response, handler));
                }))
                .recover(HttpApiClient::failure);
    }
}
