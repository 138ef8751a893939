package io.trainyard.core.kube;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** An API server that answers what a test tells it to, and remembers what it was asked. */
final class ScriptedApiServer implements AutoCloseable {
    private final Vertx vertx;
    private volatile HttpServer server;
    private volatile int port;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Map<String, Queue<Function<Received, Answer>>> scripts = new ConcurrentHashMap<>();
    private final Map<String, Function<Received, Answer>> standing = new ConcurrentHashMap<>();
    private final List<Watch> watches = new CopyOnWriteArrayList<>();
    private final Map<SocketAddress, HttpConnection> connections = new ConcurrentHashMap<>();
    private volatile Consumer<Watch> onWatch = watch -> {};

    private ScriptedApiServer(Vertx vertx) {
        this.vertx = vertx;
    }

    record Received(String method, String path, String query, Map<String, String> headers, String body) {
        JsonObject json() {
            return new JsonObject(body);
        }
    }

    /** Code 0 closes the connection without an answer; code -1 never answers. */
    record Answer(int code, String body, Map<String, String> headers) {
        static Answer json(int code, String body) {
            return new Answer(code, body, Map.of("Content-Type", "application/json"));
        }

        static Answer ok(String body) {
            return json(200, body);
        }

        static Answer status(int code, String reason, String message) {
            return json(
                    code,
                    new JsonObject()
                            .put("kind", "Status")
                            .put("apiVersion", "v1")
                            .put("status", "Failure")
                            .put("code", code)
                            .put("reason", reason)
                            .put("message", message)
                            .encode());
        }

        static Answer brokenConnection() {
            return new Answer(0, "", Map.of());
        }

        static Answer silence() {
            return new Answer(-1, "", Map.of());
        }

        Answer with(String header, String value) {
            var more = new HashMap<>(headers);
            more.put(header, value);
            return new Answer(code, body, more);
        }
    }

    /** A watch that a client has opened. */
    record Watch(String path, String query, ServerWebSocket socket, HttpConnection connection) {
        void send(String type, String object) {
            socket.writeTextMessage("{\"type\":\"" + type + "\",\"object\":" + object + "}");
        }

        /** Cuts the connection as a crash does, without a word of goodbye. */
        void cut() {
            connection.close();
        }
    }

    static ScriptedApiServer start(Vertx vertx) {
        var started = new ScriptedApiServer(vertx);
        started.listen();
        return started;
    }

    private void listen() {
        server = vertx.createHttpServer()
                .connectionHandler(connection -> connections.put(connection.remoteAddress(), connection))
                .requestHandler(this::handle)
                .webSocketHandler(this::watch);
        await(server.listen(port, "127.0.0.1"));
        port = server.actualPort();
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Writes a kubeconfig that leads here. */
    Path kubeconfig(Path folder, String user) throws IOException {
        return Files.writeString(
                folder.resolve("kubeconfig-" + port),
                """
                apiVersion: v1
                kind: Config
                current-context: test
                contexts: [{name: test, context: {cluster: test, user: test}}]
                clusters: [{name: test, cluster: {server: "%s"}}]
                users: [{name: test, user: %s}]
                """
                        .formatted(url(), user));
    }

    /** The next request like this gets this answer, the one after it the next such answer. */
    ScriptedApiServer next(String method, String path, Answer answer) {
        return next(method, path, ignored -> answer);
    }

    ScriptedApiServer next(String method, String path, Function<Received, Answer> answer) {
        scripts.computeIfAbsent(method + " " + path, key -> new ConcurrentLinkedQueue<>())
                .add(answer);
        return this;
    }

    /** Requests like this get this answer when nothing else is scripted. */
    ScriptedApiServer always(String method, String path, Function<Received, Answer> answer) {
        standing.put(method + " " + path, answer);
        return this;
    }

    ScriptedApiServer onWatch(Consumer<Watch> handler) {
        onWatch = handler;
        return this;
    }

    List<Received> received() {
        return received;
    }

    List<Received> received(String method) {
        return received.stream().filter(seen -> seen.method().equals(method)).toList();
    }

    List<Watch> watches() {
        return watches;
    }

    private void handle(HttpServerRequest request) {
        request.body().onSuccess(body -> answer(request, body));
    }

    private void answer(HttpServerRequest request, Buffer body) {
        var headers = new ConcurrentHashMap<String, String>();
        request.headers().forEach(header -> headers.put(header.getKey(), header.getValue()));
        var seen = new Received(
                request.method().name(),
                request.path(),
                request.query() == null ? "" : request.query(),
                headers,
                body.toString());
        received.add(seen);
        Answer answer = decide(seen);
        if (answer.code() == 0) {
            request.connection().close();
        } else if (answer.code() > 0) {
            request.response().setStatusCode(answer.code());
            answer.headers().forEach(request.response()::putHeader);
            request.response().end(answer.body());
        }
    }

    private Answer decide(Received seen) {
        String key = seen.method() + " " + seen.path();
        Queue<Function<Received, Answer>> script = scripts.get(key);
        if (script != null && !script.isEmpty()) {
            return script.remove().apply(seen);
        }
        return standing.getOrDefault(key, other -> new Answer(404, "404 page not found", Map.of()))
                .apply(seen);
    }

    private void watch(ServerWebSocket socket) {
        var watch = new Watch(
                socket.path(),
                socket.query() == null ? "" : socket.query(),
                socket,
                connections.get(socket.remoteAddress()));
        watches.add(watch);
        socket.closeHandler(ignored -> watches.remove(watch));
        onWatch.accept(watch);
    }

    @Override
    public void close() {
        await(server.close());
    }

    /** Closes all connections and refuses new ones; {@link #restart} ends that. */
    void crash() {
        await(server.close());
    }

    void restart() {
        listen();
    }

    private static <T> void await(Future<T> future) {
        try {
            future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (Exception failed) {
            throw new IllegalStateException("the scripted API server cannot start or stop", failed);
        }
    }
}
