package io.trainyard.local.api.http;

import io.trainyard.local.api.request.ApiKernel;
import io.trainyard.local.api.request.ApiRequest;
import io.trainyard.local.api.request.ApiResponse;
import io.trainyard.local.api.request.RequestParameters;
import io.trainyard.local.api.request.StoreLoop;
import io.trainyard.local.api.request.Verb;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.watch.WatchHub;
import io.trainyard.local.api.watch.WatchSink;
import io.trainyard.local.client.ApiException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.function.Supplier;

/** Leads from any event loop to the one that owns the store, and back. */
public final class KernelGateway {
    private final Vertx vertx;
    private final StoreLoop owner;
    private final ApiKernel kernel;
    private final WatchHub watches;
    private final Supplier<Future<Void>> written;

    /**
     * A gateway.
     *
     * @param written completes when what was written to the store until now cannot be lost; no request is answered before
     */
    public KernelGateway(
            Vertx vertx, StoreLoop owner, ApiKernel kernel, WatchHub watches, Supplier<Future<Void>> written) {
        this.vertx = vertx;
        this.owner = owner;
        this.kernel = kernel;
        this.watches = watches;
        this.written = written;
    }

    /** Has the kernel handle a request. The result comes on the context of the caller and fails with an {@link ApiException} only. */
    public Future<ApiResponse> submit(ApiRequest request) {
        return call(() -> kernel.handle(request).compose(this::onceWritten));
    }

    private Future<ApiResponse> onceWritten(ApiResponse response) {
        return written.get()
                .map(response)
                .recover(cause -> Future.failedFuture(new ApiException(
                        500, "InternalError", "the state of this server cannot be written: " + cause, Map.of())));
    }

    /**
     * The failure of a request whose body cannot be read: that there is nothing at its path, if so, else what is wrong with the body.
     */
    <T> Future<T> unreadable(ApiRequest withoutBody, Throwable failure) {
        return this.<ResourceType>call(() -> Future.succeededFuture(kernel.typeOf(withoutBody)))
                .compose(type -> Future.failedFuture(failure));
    }

    /** The object that a path is about. */
    Future<Map<String, Object>> object(RequestPath path) {
        return submit(new ApiRequest(
                        Verb.GET,
                        path.resource(),
                        path.namespace(),
                        path.name(),
                        "",
                        RequestParameters.NONE,
                        null,
                        null,
                        ""))
                .map(answer -> answer.body().tree());
    }

    /**
     * Starts a watch of what the request would list.
     *
     * @return ends the watch; may be called on any thread
     */
    public Future<Runnable> watch(ApiRequest request, WatchSink sink) {
        return call(() -> {
            ResourceType type = kernel.typeOf(request);
            Runnable end = watches.open(
                    type, request.namespace(), kernel.selectionOf(type, request), request.parameters(), sink);
            return Future.succeededFuture(() -> owner.execute(end));
        });
    }

    /** Runs something where the store may be touched; the result comes on the context of the caller. */
    public <T> Future<T> call(Supplier<Future<T>> action) {
        if (owner.isCurrent()) {
            return begin(action);
        }
        Context caller = vertx.getOrCreateContext();
        Promise<T> promise = Promise.promise();
        owner.execute(() -> begin(action)
                .onComplete(outcome -> caller.runOnContext(back -> {
                    if (outcome.succeeded()) {
                        promise.complete(outcome.result());
                    } else {
                        promise.fail(outcome.cause());
                    }
                })));
        return promise.future();
    }

    /** What is thrown is a failure like any other, on whichever thread somebody waits for it. */
    private static <T> Future<T> begin(Supplier<Future<T>> action) {
        try {
            return action.get();
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }
}
