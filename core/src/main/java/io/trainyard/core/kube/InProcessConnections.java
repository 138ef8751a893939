package io.trainyard.core.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.StandardHttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import io.fabric8.kubernetes.client.http.StandardHttpHeaders;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.StandardWebSocketBuilder;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketResponse;
import io.fabric8.kubernetes.client.http.WebSocketUpgradeResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What fabric8 takes for connections to an API server: requests and watches that are handed to one in this process. So everything above it, from requests
 * to caches, is the same as with a cluster.
 */
final class InProcessConnections implements HttpClient.Factory {
    private static final String USER_AGENT = "User-Agent";

    private final InProcessApiServer server;
    private final Executor loop;

    /**
     * @param loop tells listeners of watches, on an event loop and at once when called there
     */
    InProcessConnections(InProcessApiServer server, Executor loop) {
        this.server = server;
        this.loop = loop;
    }

    @Override
    public HttpClient.Builder newBuilder() {
        return new ClientBuilder(this);
    }

    /** Of what fabric8 sets for a network, only the name of the program is left. */
    @Override
    public HttpClient.Builder newBuilder(Config config) {
        HttpClient.Builder builder = newBuilder();
        builder.tag(config.getRequestConfig());
        return builder.addOrReplaceInterceptor(USER_AGENT, new Interceptor() {
            @Override
            public void before(BasicBuilder headers, HttpRequest request, RequestTags tags) {
                headers.setHeader(USER_AGENT, config.getUserAgent());
            }
        });
    }

    private static final class ClientBuilder
            extends StandardHttpClientBuilder<Client, InProcessConnections, ClientBuilder> {
        ClientBuilder(InProcessConnections connections) {
            super(connections);
        }

        @Override
        public Client build() {
            return new Client(this, client == null ? new AtomicBoolean() : client.getClosed());
        }

        @Override
        protected ClientBuilder newInstance(InProcessConnections connections) {
            return new ClientBuilder(connections);
        }

        InProcessConnections connections() {
            return clientFactory;
        }
    }

    private static final class Client extends StandardHttpClient<Client, InProcessConnections, ClientBuilder> {
        private final InProcessConnections connections;

        Client(ClientBuilder builder, AtomicBoolean closed) {
            super(builder, closed);
            this.connections = builder.connections();
        }

        @Override
        public CompletableFuture<HttpResponse<AsyncBody>> consumeBytesDirect(
                StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
            return connections
                    .server
                    .send(read(request))
                    .<HttpResponse<AsyncBody>>thenApply(answer -> new InProcessResponse(request, answer, consumer))
                    .toCompletableFuture();
        }

        @Override
        public CompletableFuture<WebSocketResponse> buildWebSocketDirect(
                StandardWebSocketBuilder builder, WebSocket.Listener listener) {
            StandardHttpRequest request = builder.asHttpRequest();
            InProcessWatch watch = new InProcessWatch(listener, connections.loop);
            return connections
                    .server
                    .watch(read(request), watch::arrived, watch::ended)
                    .thenApply(begun -> opened(request, watch, begun))
                    .toCompletableFuture();
        }

        private static WebSocketResponse opened(
                StandardHttpRequest request, InProcessWatch watch, InProcessApiServer.Watch begun) {
            if (begun.code() != InProcessApiServer.Watch.STANDS) {
                return new WebSocketResponse(
                        new WebSocketUpgradeResponse(request, begun.code()),
                        new IOException("the watch was refused with " + begun.code()));
            }
            watch.open(begun.end());
            return new WebSocketResponse(new WebSocketUpgradeResponse(request), watch);
        }

        @Override
        protected void doClose() {
            // There is no connection; watches are closed by those who opened them.
        }
    }

    private static InProcessApiServer.Request read(StandardHttpRequest request) {
        return new InProcessApiServer.Request(
                request.method(),
                request.uri().getRawPath(),
                parameters(request.uri()),
                contentType(request),
                body(request),
                Objects.requireNonNullElse(request.header(USER_AGENT), ""));
    }

    private static String contentType(StandardHttpRequest request) {
        String ofBody = request.getContentType();
        return Objects.requireNonNullElse(
                ofBody == null ? request.header(StandardHttpHeaders.CONTENT_TYPE) : ofBody, "");
    }

    private static ByteBuffer body(StandardHttpRequest request) {
        var content = request.body();
        if (content == null) {
            return ByteBuffer.allocate(0);
        }
        if (content instanceof StandardHttpRequest.StringBodyContent text) {
            return StandardCharsets.UTF_8.encode(text.getContent());
        }
        if (content instanceof StandardHttpRequest.ByteArrayBodyContent bytes) {
            return ByteBuffer.wrap(bytes.getContent());
        }
        throw new IllegalArgumentException("a body that is a stream cannot be sent within a process");
    }

    private static Map<String, String> parameters(URI uri) {
        String query = uri.getRawQuery();
        if (query == null || query.isEmpty()) {
            return Map.of();
        }
        Map<String, String> parameters = new HashMap<>();
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            parameters.put(
                    decoded(equals < 0 ? pair : pair.substring(0, equals)),
                    equals < 0 ? "" : decoded(pair.substring(equals + 1)));
        }
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
