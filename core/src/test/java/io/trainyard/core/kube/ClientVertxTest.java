package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("HTTP clients for fabric8 (FAB-05, FAB-31, OPS-05)")
@ExtendWith(VertxExtension.class)
final class ClientVertxTest {
    private final WriteGuards guards = new WriteGuards();
    private final List<MultiMap> received = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private Context watchThread;
    private Context loop;
    private HttpClient client;

    @BeforeEach
    void start(Vertx vertx) throws Exception {
        server = get(vertx.createHttpServer()
                .requestHandler(request -> {
                    received.add(request.headers());
                    request.response().end("plain");
                })
                .webSocketHandler(socket -> {})
                .listen(0, "127.0.0.1"));
        watchThread =
                get(DedicatedContexts.open(vertx, WatchExecutor.options(1))).get(0);
        loop = get(DedicatedContexts.open(vertx, new DeploymentOptions())).get(0);
        client = ClientVertx.of(vertx, loop, guards, new ClientConnections()).createHttpClient(new HttpClientOptions());
    }

    @Test
    void handlersCanBeSetBeforeAnythingElseHappensThoughTheAskingThreadIsBusy() throws Exception {
        assertThat(whereItOpensWhileTheAskingThreadWaits()).isSameAs(loop);
    }

    @SuppressWarnings("deprecation") // what the Kubernetes client calls
    @Test
    void refusedHandshakesAreReported() throws Exception {
        get(server.close());
        boolean failed = get(client.webSocket(options()).transform(result -> Future.succeededFuture(result.failed())));
        assertThat(failed).isTrue();
    }

    @Test
    void otherRequestsAreAnsweredAsBefore() throws Exception {
        assertThat(get(client.request(HttpMethod.GET, server.actualPort(), "127.0.0.1", "/")
                                .compose(request -> request.send())
                                .compose(response -> response.body()))
                        .toString())
                .isEqualTo("plain");
    }

    @Test
    @DisplayName(
            "a write whose guard says no once its connection is there is not sent, and its header never is (OPS-05)")
    void aWriteIsGuardedWhenItsConnectionIsThere() throws Exception {
        AtomicBoolean leads = new AtomicBoolean(true);
        Map.Entry<String, String> header = guards.header(leads::get);

        get(client.request(request(header)).compose(HttpClientRequest::send));
        leads.set(false);
        boolean refused = get(client.request(request(header))
                .transform(
                        result -> Future.succeededFuture(result.cause() instanceof WriteGuards.NotPermittedException)));

        assertThat(refused).isTrue();
        assertThat(received).hasSize(1).noneMatch(headers -> headers.contains(header.getKey()));
    }

    @Test
    @DisplayName("a write that was asked for in a former term is not sent in the next one (OPS-05)")
    void aWriteOfAFormerTermIsNotSent() throws Exception {
        AtomicLong term = new AtomicLong(1);
        Map.Entry<String, String> header = guards.header(new WriteGuard() {
            @Override
            public boolean permitsWriting() {
                return true;
            }

            @Override
            public long term() {
                return term.get();
            }
        });

        get(client.request(request(header, 1)).compose(HttpClientRequest::send));
        term.set(2);
        boolean refused = get(client.request(request(header, 1))
                .transform(
                        result -> Future.succeededFuture(result.cause() instanceof WriteGuards.NotPermittedException)));
        get(client.request(request(header, 2)).compose(HttpClientRequest::send));

        assertThat(refused).isTrue();
        assertThat(received).hasSize(2);
    }

    private RequestOptions request(Map.Entry<String, String> header) {
        return request(header, 0);
    }

    private RequestOptions request(Map.Entry<String, String> header, long term) {
        return new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost("127.0.0.1")
                .setPort(server.actualPort())
                .setURI("/")
                .putHeader(header.getKey(), WriteGuards.ofTerm(header, term));
    }

    @SuppressWarnings("deprecation") // what the Kubernetes client calls
    private Context whereItOpensWhileTheAskingThreadWaits() throws Exception {
        CompletableFuture<Context> told = new CompletableFuture<>();
        CompletableFuture<Context> seenByAsker = new CompletableFuture<>();
        watchThread.runOnContext(ignored -> {
            client.webSocket(options())
                    .onSuccess(socket -> told.complete(Vertx.currentContext()))
                    .onFailure(told::completeExceptionally);
            try {
                seenByAsker.complete(told.get(60, TimeUnit.SECONDS));
            } catch (InterruptedException | ExecutionException | TimeoutException failed) {
                seenByAsker.completeExceptionally(failed);
            }
        });
        return seenByAsker.get(60, TimeUnit.SECONDS);
    }

    private WebSocketConnectOptions options() {
        return new WebSocketConnectOptions()
                .setHost("127.0.0.1")
                .setPort(server.actualPort())
                .setURI("/watch");
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
