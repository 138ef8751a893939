package io.trainyard.local.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Where there are few processors, whoever asks may be on the thread of the store, and is answered at once. */
@DisplayName("A client on the thread of the store")
final class OneEventLoopTest {
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final Context context = vertx.getOrCreateContext();

    @AfterEach
    void close() {
        await(vertx::close);
    }

    @Test
    @DisplayName("is refused a watch of a kind that is not served as on any other thread: its future fails")
    void refusedWatch() {
        LocalApiServer server = await(() -> LocalApiServer.start(vertx, LocalApiOptions.DEFAULT));
        ApiClient client = server.client("test");

        Throwable refusal = catchThrowable(() -> await(
                () -> client.watch(new Resource("example.com", "v1", "gone"), "", ListOptions.ALL, new WatchHandler() {
                    @Override
                    public void event(WatchEvent event) {}
                })));

        assertThat(refusal)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(ApiException.class, problem -> assertThat(problem.isNotFound())
                        .isTrue());
    }

    private <T> T await(Supplier<Future<T>> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        context.runOnContext(now -> {
            try {
                work.get().onSuccess(result::complete).onFailure(result::completeExceptionally);
            } catch (RuntimeException thrown) {
                result.completeExceptionally(new AssertionError("thrown at the caller", thrown));
            }
        });
        return result.orTimeout(60, TimeUnit.SECONDS).join();
    }
}
