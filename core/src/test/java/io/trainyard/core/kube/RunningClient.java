package io.trainyard.core.kube;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A client with a Vert.x of its own, for tests against an API server, real or scripted. */
final class RunningClient implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    final Context owner = vertx.getOrCreateContext();
    /** Method and code of every answer. */
    final List<String> answers = new CopyOnWriteArrayList<>();

    final KubeClient client;

    RunningClient(Path kubeconfig, ClientOptions options) {
        client = Awaiting.await(KubeClient.open(
                owner, options.withKubeconfig(kubeconfig), (method, code, host) -> answers.add(method + " " + code)));
    }

    <R> R onOwner(Supplier<R> task) {
        var result = new CompletableFuture<R>();
        owner.runOnContext(ignored -> {
            try {
                result.complete(task.get());
            } catch (RuntimeException failed) {
                result.completeExceptionally(failed);
            }
        });
        return result.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        Awaiting.await(client.close());
        vertx.close()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }
}
