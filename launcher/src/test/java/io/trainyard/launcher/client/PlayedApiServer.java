package io.trainyard.launcher.client;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** An API server that answers what a test says, and nothing else: 404. */
public final class PlayedApiServer implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final Map<String, Handler<HttpServerRequest>> answers = new ConcurrentHashMap<>();
    private final HttpServer server;

    /**
     * @param sockets gets what is opened to programs in pods
     */
    public PlayedApiServer(Handler<ServerWebSocket> sockets) throws Exception {
        HttpServerOptions options = new HttpServerOptions().setWebSocketSubProtocols(List.of("v4.channel.k8s.io"));
        server = await(vertx.createHttpServer(options)
                .requestHandler(request -> answers.getOrDefault(
                                request.method().name() + " " + request.path(),
                                unknown -> unknown.response().setStatusCode(404).end())
                        .handle(request))
                .webSocketHandler(sockets)
                .listen(0, "127.0.0.1"));
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    /** Requests like this are answered so, on one event loop. */
    public PlayedApiServer answer(String method, String path, Handler<HttpServerRequest> answer) {
        answers.put(method + " " + path, answer);
        return this;
    }

    /** Requests like this get this object. */
    public PlayedApiServer answer(String method, String path, String json) {
        return answer(method, path, request -> send(request, json));
    }

    /** Answers with an object. */
    public static void send(HttpServerRequest request, String json) {
        request.response().putHeader("Content-Type", "application/json").end(json);
    }

    /** A kubeconfig that leads here. */
    public Path kubeconfig(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("kubeconfig"),
                """
                apiVersion: v1
                kind: Config
                current-context: played
                contexts: [{name: played, context: {cluster: played, user: played}}]
                clusters: [{name: played, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: played, user: {}}]
                """
                        .formatted(server.actualPort()));
    }

    @Override
    public void close() throws Exception {
        await(vertx.close());
    }
}
