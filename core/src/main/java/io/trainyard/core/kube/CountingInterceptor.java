package io.trainyard.core.kube;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sees every attempt, those of informers too, and tells the observer. */
final class CountingInterceptor implements Interceptor {
    static final String NAME = "COUNT";

    private final RequestObserver observer;

    CountingInterceptor(RequestObserver observer) {
        this.observer = observer;
    }

    @Override
    public void after(
            HttpRequest request, HttpResponse<?> response, AsyncBody.@Nullable Consumer<List<ByteBuffer>> consumer) {
        observer.answered(request.method(), response.code(), request.uri().getAuthority());
    }

    @Override
    public void afterConnectionFailure(HttpRequest request, Throwable failure) {
        observer.answered(request.method(), 0, request.uri().getAuthority());
    }
}
