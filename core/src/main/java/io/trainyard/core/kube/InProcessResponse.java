package io.trainyard.core.kube;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpHeaders;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** An answer of an API server in this process. The whole body is there; its consumer gets it when it asks for the first part. */
final class InProcessResponse extends StandardHttpHeaders implements HttpResponse<AsyncBody> {
    private final HttpRequest request;
    private final int code;
    private final AsyncBody body;

    InProcessResponse(
            HttpRequest request, InProcessApiServer.Answer answer, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        super(headers(answer));
        this.request = request;
        this.code = answer.code();
        this.body = new Body(answer.body(), consumer);
    }

    private static Map<String, List<String>> headers(InProcessApiServer.Answer answer) {
        return answer.retryAfterSeconds().isPresent()
                ? Map.of(
                        RETRY_AFTER,
                        List.of(Long.toString(answer.retryAfterSeconds().getAsLong())))
                : Map.of();
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public AsyncBody body() {
        return body;
    }

    @Override
    public HttpRequest request() {
        return request;
    }

    @Override
    public Optional<HttpResponse<?>> previousResponse() {
        return Optional.empty();
    }

    private static final class Body implements AsyncBody {
        private final ByteBuffer bytes;
        private final Consumer<List<ByteBuffer>> consumer;
        private final AtomicBoolean given = new AtomicBoolean();
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        Body(ByteBuffer bytes, Consumer<List<ByteBuffer>> consumer) {
            this.bytes = bytes;
            this.consumer = consumer;
        }

        @Override
        public void consume() {
            if (!given.compareAndSet(false, true)) {
                done.complete(null);
                return;
            }
            try {
                consumer.consume(List.of(bytes), this);
                done.complete(null);
            } catch (Exception unreadable) {
                done.completeExceptionally(unreadable);
            }
        }

        @Override
        public CompletableFuture<Void> done() {
            return done;
        }

        @Override
        public void cancel() {
            done.cancel(false);
        }
    }
}
