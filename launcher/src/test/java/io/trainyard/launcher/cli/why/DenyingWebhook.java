package io.trainyard.launcher.cli.why;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.testcluster.TestCluster;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;

/** Somebody's webhook on 127.0.0.1 that denies whatever it is asked about, with the certificate that the cluster's components serve with. */
final class DenyingWebhook implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;
    private final String authority;

    private DenyingWebhook(Path keys, String reason) throws IOException {
        Path certificate = keys.resolve("tls.crt");
        authority = Base64.getEncoder().encodeToString(Files.readAllBytes(certificate));
        server = vertx.createHttpServer(new HttpServerOptions()
                        .setSsl(true)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .setCertPath(certificate.toString())
                                .setKeyPath(keys.resolve("tls.key").toString())))
                .requestHandler(request -> deny(request, reason))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    static DenyingWebhook start(TestCluster cluster, String reason) throws IOException {
        return new DenyingWebhook(cluster.runFolder().resolve("pki"), reason);
    }

    /** The webhook's {@code clientConfig}, in YAML's flow style. */
    String clientConfig() {
        return "{url: \"https://127.0.0.1:" + server.actualPort() + "/\", caBundle: " + authority + "}";
    }

    private static void deny(HttpServerRequest request, String reason) {
        request.body().onSuccess(body -> {
            String uid = Tree.text(Tree.object(Json.parse(body.getBytes())), "request", "uid");
            request.response()
                    .putHeader("content-type", "application/json")
                    .end(Json.text(Tree.of(
                            "apiVersion",
                            "admission.k8s.io/v1",
                            "kind",
                            "AdmissionReview",
                            "response",
                            Tree.of("uid", uid, "allowed", false, "status", Map.of("message", reason)))));
        });
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
