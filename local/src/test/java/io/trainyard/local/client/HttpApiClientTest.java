package io.trainyard.local.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("A connection to an API server that dies without a word, as when a laptop slept or a router forgot it")
@ExtendWith(VertxExtension.class)
final class HttpApiClientTest {
    private static final Duration SILENCE = Duration.ofMillis(200);
    private static final int LIMIT_SECONDS = 10;

    @Test
    @DisplayName("a watch over it ends, so that it can be begun anew")
    void silentWatchEnds(Vertx vertx) throws Exception {
        HttpApiClient client =
                clientOf(vertx, request -> request.response().setChunked(true).write("\n"));
        Ending ending = new Ending();

        await(client.watch(Resource.PODS, "", ListOptions.ALL, ending));

        assertThat(ending.failure.get(LIMIT_SECONDS, TimeUnit.SECONDS))
                .hasValueSatisfying(failure -> assertThat(failure).hasMessageContaining("no answer"));
    }

    @Test
    @DisplayName("an answer that stops in its middle fails")
    void halfAnAnswerFails(Vertx vertx) throws Exception {
        HttpApiClient client =
                clientOf(vertx, request -> request.response().setChunked(true).write("{\"kind\":"));

        CompletableFuture<?> answer =
                client.get(Resource.PODS, "n", "p").toCompletionStage().toCompletableFuture();

        assertThat(answer)
                .failsWithin(Duration.ofSeconds(LIMIT_SECONDS))
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("no answer from the API server");
    }

    private HttpApiClient clientOf(Vertx vertx, Consumer<HttpServerRequest> server) throws Exception {
        HttpServer listening =
                await(vertx.createHttpServer().requestHandler(server::accept).listen(0, "127.0.0.1"));
        return HttpApiClient.connect(
                vertx, Kubeconfig.local("http://127.0.0.1:" + listening.actualPort(), ""), "test", SILENCE, SILENCE);
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits for the end of a watch. */
    private static final class Ending implements WatchHandler {
        private final CompletableFuture<Optional<ApiException>> failure = new CompletableFuture<>();

        @Override
        public void event(WatchEvent event) {
            throw new AssertionError("nothing happens here: " + event);
        }

        @Override
        public void end(Optional<ApiException> cause) {
            failure.complete(cause);
        }
    }
}
