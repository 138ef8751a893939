package io.trainyard.core.kube;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Supplier;

/** Where the work of a client is done that its owner must not be bothered with. */
final class ClientThreads {
    private static final int WATCH_THREADS = 4;

    private final DedicatedContexts network;
    private final DedicatedContexts watch;

    private ClientThreads(DedicatedContexts network, DedicatedContexts watch) {
        this.network = network;
        this.watch = watch;
    }

    static Future<ClientThreads> start(Vertx vertx) {
        return DedicatedContexts.open(vertx, new DeploymentOptions())
                .compose(network -> DedicatedContexts.open(vertx, WatchExecutor.options(WATCH_THREADS))
                        .map(watch -> new ClientThreads(network, watch)));
    }

    /** The event loop that requests are sent on, and answers read. */
    Context network() {
        return network.get(0);
    }

    /** Worker threads that read what watches bring. */
    DedicatedContexts watch() {
        return watch;
    }

    Future<Void> stop() {
        return network.close().eventually(watch::close);
    }

    /** Starts a task on a context at each subscription; what comes of it arrives there. */
    static <T> Uni<T> on(Context context, Supplier<Future<T>> task) {
        return Uni.createFrom()
                .emitter(emitter -> context.runOnContext(ignored -> task.get()
                        .onComplete(result -> context.runOnContext(hop -> {
                            if (result.succeeded()) {
                                emitter.complete(result.result());
                            } else {
                                emitter.fail(result.cause());
                            }
                        }))));
    }
}
