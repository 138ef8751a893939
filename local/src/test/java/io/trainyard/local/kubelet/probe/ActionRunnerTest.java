package io.trainyard.local.kubelet.probe;

import io.trainyard.local.kubelet.ScriptedContainer;
import io.trainyard.local.kubelet.spec.ActionSpec;
import io.trainyard.local.time.RealTime;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What probes over HTTP leave behind (LOCAL-80)")
final class ActionRunnerTest {
    private static final Duration TIMEOUT = Duration.ofMillis(200);
    /** More than there are connections to one program. */
    private static final int MANY = 6;

    private static final int LIMIT_SECONDS = 20;

    private final Vertx vertx = Vertx.vertx();
    private final ActionRunner actions = new ActionRunner(vertx, new RealTime(vertx));

    @AfterEach
    void close() throws Exception {
        await(vertx.close());
    }

    @Test
    @DisplayName("a program that has left many probes without an answer is asked again, and may answer")
    void unansweredProbes() throws Exception {
        AtomicBoolean answers = new AtomicBoolean();
        Endpoint endpoint = endpointOf(request -> {
            if (answers.get()) {
                request.response().end();
            }
        });
        for (int i = 0; i < MANY; i++) {
            await(probe(endpoint).transform(outcome -> Future.succeededFuture()));
        }

        answers.set(true);

        await(untilItSucceeds(endpoint));
    }

    @Test
    @DisplayName("answers that do not end are given up when the time of their probe is over")
    void endlessAnswers() throws Exception {
        Endpoint endpoint =
                endpointOf(request -> request.response().setChunked(true).write("and so on"));

        for (int i = 0; i < MANY; i++) {
            await(untilItSucceeds(endpoint));
        }
    }

    private Future<Void> untilItSucceeds(Endpoint endpoint) {
        return probe(endpoint).recover(failure -> untilItSucceeds(endpoint));
    }

    private Future<Void> probe(Endpoint endpoint) {
        return actions.run(
                new ActionSpec.HttpGet("", "http", "/", false, Map.of()), new ScriptedContainer(), endpoint, TIMEOUT);
    }

    private Endpoint endpointOf(Handler<HttpServerRequest> program) throws Exception {
        HttpServer server =
                await(vertx.createHttpServer().requestHandler(program).listen(0, "127.0.0.1"));
        return new Endpoint("127.0.0.1", Map.of("http", server.actualPort()), port -> port);
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}
