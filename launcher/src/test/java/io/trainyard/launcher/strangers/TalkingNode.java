package io.trainyard.launcher.strangers;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.core.config.TlsSettings;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.SelfSignedCertificate;
import io.trainyard.core.tls.TlsServerOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A node of which the API server gets the same log for each container. All methods block. */
final class TalkingNode implements AutoCloseable {
    private static final int SECONDS = 30;

    private final Vertx vertx;

    private TalkingNode(Vertx vertx) {
        this.vertx = vertx;
    }

    static TalkingNode start(KubernetesClient admin, String name, String log) throws Exception {
        Vertx vertx = Vertx.vertx();
        HttpServerOptions options = TlsServerOptions.of(
                        new TlsSettings(Optional.empty(), List.of(), List.of("http/1.1")))
                .secure(
                        new HttpServerOptions(),
                        SelfSignedCertificate.create(
                                        vertx,
                                        new VertxTimeSource(vertx.getOrCreateContext()),
                                        List.of("localhost"),
                                        Duration.ofDays(1))
                                .await()
                                .atMost(Duration.ofSeconds(SECONDS))
                                .keyCertOptions());
        HttpServer server = await(vertx.createHttpServer(options)
                .requestHandler(request -> request.response().end("2026-03-01T10:00:00.000000001Z " + log + "\n"))
                .listen(0, "127.0.0.1"));
        admin.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
        admin.nodes()
                .withName(name)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.STRATEGIC_MERGE),
                        """
                        {"status": {"addresses": [{"type": "InternalIP", "address": "127.0.0.1"}],
                         "daemonEndpoints": {"kubeletEndpoint": {"Port": %d}}}}
                        """
                                .formatted(server.actualPort()));
        return new TalkingNode(vertx);
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        vertx.close();
    }
}
