package io.trainyard.local.api;

import io.trainyard.foundation.json.Json;
import io.trainyard.local.api.http.DirectRequests;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.Kubeconfig;
import io.trainyard.local.files.PrivateFiles;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/**
 * An API server in this JVM that keeps everything in memory, and in a file if it is asked to: for laptops, and for fast tests. Listens on
 * 127.0.0.1 only. All methods may be called on any thread.
 */
public final class LocalApiServer {
    private static final int TOKEN_BYTES = 32;

    private final Vertx vertx;
    private final ServerVerticle verticle;
    private final String deployment;
    private final String token;

    private LocalApiServer(Vertx vertx, ServerVerticle verticle, String deployment, String token) {
        this.vertx = vertx;
        this.verticle = verticle;
        this.deployment = deployment;
        this.token = token;
    }

    /** Starts a server; the future completes when it answers, and fails when it cannot listen on the port. */
    public static Future<LocalApiServer> start(Vertx vertx, LocalApiOptions options) {
        String token =
                options.persistence().map(LocalApiOptions.Persistence::token).orElseGet(LocalApiServer::newToken);
        ServerVerticle verticle = new ServerVerticle(options, token);
        return vertx.deployVerticle(verticle).map(deployment -> new LocalApiServer(vertx, verticle, deployment, token));
    }

    /** A token that nobody can guess, for {@link LocalApiOptions.Persistence}. */
    public static String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    public int port() {
        return verticle.port();
    }

    /** URL of the server. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    /** What requests must carry as bearer token, or as first step of their path. */
    public String token() {
        return token;
    }

    /** Where the server is and how to get in; works with kubectl, too. */
    public Kubeconfig kubeconfig() {
        return Kubeconfig.local(url(), token);
    }

    /**
     * Writes a kubeconfig that only its owner can read, in place of the file that is there: whoever reads it sees one or the other, never a part. Blocks for the time of
     * a file write.
     *
     * @throws UncheckedIOException when the file cannot be written
     */
    public void writeKubeconfig(Path file) {
        try {
            PrivateFiles.replace(file, Json.bytes(kubeconfig().toTree()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /**
     * A client that needs no HTTP.
     *
     * @param userAgent names the program; field managers are named after it
     */
    public ApiClient client(String userAgent) {
        return new InProcessApiClient(vertx, verticle.gateway(), userAgent);
    }

    /** Answers requests of this process as those of a connection are answered, for clients that have nothing but paths and bodies. */
    public DirectRequests direct() {
        return verticle.direct();
    }

    /** The kind that objects with these fields are of; empty when it is not served. */
    public Future<Optional<ResourceType>> kind(String apiVersion, String kind) {
        return verticle.kind(apiVersion, kind);
    }

    /** Makes all versions so far too old to watch from, as happens in a cluster when much time has passed; for tests. */
    public Future<Void> expireVersions() {
        return verticle.expireVersions();
    }

    /** Ends all watches and stops listening. */
    public Future<Void> stop() {
        return vertx.undeploy(deployment);
    }

    /** Ends all watches, as happens in a cluster when a server restarts; for tests. */
    public Future<Void> closeWatches() {
        return verticle.closeWatches();
    }

    static Set<String> initialNamespaces() {
        return Set.of("default", "kube-node-lease", "kube-public", "kube-system");
    }
}
