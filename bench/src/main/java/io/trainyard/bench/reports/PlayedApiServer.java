package io.trainyard.bench.reports;

import io.trainyard.core.report.StatusPath;
import io.trainyard.spi.model.ResourceKey;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the server for reports asks of an API server: says yes to every token, has the pod that it names with its owners, and takes every status. Counts what
 * was asked.
 */
final class PlayedApiServer {
    /** The one namespace. */
    static final String NAMESPACE = "load";

    private final HttpServer server;
    private final AtomicLong reviews = new AtomicLong();
    private final AtomicLong writes = new AtomicLong();

    private PlayedApiServer(Vertx vertx) {
        this.server = vertx.createHttpServer().requestHandler(this::handle);
    }

    static PlayedApiServer start(Vertx vertx) throws Exception {
        PlayedApiServer played = new PlayedApiServer(vertx);
        played.server
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
        return played;
    }

    int port() {
        return server.actualPort();
    }

    /** How many tokens it was asked about so far. */
    long reviews() {
        return reviews.get();
    }

    /** How many statuses of TrainJobs were written so far. */
    long writes() {
        return writes.get();
    }

    /** A token as it would be projected into the pod of a TrainJob. */
    static String token(String trainJob) {
        JsonObject claims = new JsonObject()
                .put("aud", new JsonArray().add(StatusPath.audience(new ResourceKey(NAMESPACE, trainJob))))
                .put("exp", System.currentTimeMillis() / 1000 + 3600)
                .put(
                        "kubernetes.io",
                        new JsonObject()
                                .put("namespace", NAMESPACE)
                                .put(
                                        "pod",
                                        new JsonObject().put("name", trainJob).put("uid", "uid-" + trainJob)));
        // A real one is signed, and 1.2 KiB long.
        return part("{\"alg\":\"RS256\"}") + "." + part(claims.encode()) + "." + part("x".repeat(600));
    }

    private static String part(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void handle(HttpServerRequest request) {
        String path = request.path();
        if (path.endsWith("/tokenreviews")) {
            reviews.incrementAndGet();
            request.body().onSuccess(body -> request.response()
                    .putHeader("Content-Type", "application/json")
                    .end(reviewed(body)));
        } else if (path.contains("/pods/")) {
            owned(request, "batch/v1", "Job");
        } else if (path.contains("/jobs/")) {
            owned(request, "jobset.x-k8s.io/v1alpha2", "JobSet");
        } else if (path.contains("/jobsets/")) {
            owned(request, "trainer.kubeflow.org/v1alpha1", "TrainJob");
        } else if (request.method().equals(HttpMethod.PATCH) && path.endsWith("/status")) {
            writes.incrementAndGet();
            request.response().putHeader("Content-Type", "application/json").end(trainJob(path));
        } else {
            request.response().setStatusCode(404).end();
        }
    }

    /** As it is after the write, without what nobody reads of the answer. */
    private static Buffer trainJob(String path) {
        String[] parts = path.split("/");
        return new JsonObject()
                .put("apiVersion", "trainer.kubeflow.org/v1alpha1")
                .put("kind", "TrainJob")
                .put(
                        "metadata",
                        new JsonObject()
                                .put("namespace", NAMESPACE)
                                .put("name", parts[parts.length - 2])
                                .put("resourceVersion", "7"))
                .toBuffer();
    }

    private static Buffer reviewed(Buffer body) {
        JsonObject review = body.toJsonObject();
        review.put(
                "status",
                new JsonObject()
                        .put("authenticated", true)
                        .put("audiences", review.getJsonObject("spec").getJsonArray("audiences")));
        return review.toBuffer();
    }

    /** All objects of a TrainJob have its name. */
    private static void owned(HttpServerRequest request, String ownerVersion, String ownerKind) {
        String name = request.path().substring(request.path().lastIndexOf('/') + 1);
        JsonObject owner = new JsonObject()
                .put("apiVersion", ownerVersion)
                .put("kind", ownerKind)
                .put("name", name)
                .put("uid", "uid-" + name)
                .put("controller", true);
        JsonObject object = new JsonObject()
                .put("apiVersion", "meta.k8s.io/v1")
                .put("kind", "PartialObjectMetadata")
                .put(
                        "metadata",
                        new JsonObject()
                                .put("namespace", NAMESPACE)
                                .put("name", name)
                                .put("uid", "uid-" + name)
                                .put("ownerReferences", new JsonArray().add(owner)));
        request.response().putHeader("Content-Type", "application/json").end(object.toBuffer());
    }
}
