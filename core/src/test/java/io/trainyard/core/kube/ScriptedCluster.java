package io.trainyard.core.kube;

import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.trainyard.core.kube.ScriptedApiServer.Answer;
import io.trainyard.foundation.time.ManualTimeSource;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a scripted API server, a client of it, and a time that stands still until they say otherwise. */
abstract class ScriptedCluster {
    /** Tells whether the add-on is installed that brings Witnesses. */
    static final String WITNESS_VERSION = "/apis/example.com/v1";

    @TempDir
    Path folder;

    final ManualTimeSource time = new ManualTimeSource();
    private final Vertx vertx = Vertx.vertx();
    private RunningClient running;
    ScriptedApiServer server;
    KubeClient client;

    @BeforeEach
    void connect() throws Exception {
        server = ScriptedApiServer.start(vertx);
        running = new RunningClient(server.kubeconfig(folder, "{token: secret}"), ClientOptions.defaults());
        client = running.client;
        serveWitnesses();
    }

    /** As where the add-on is installed that brings them; who may list them is another question. */
    private void serveWitnesses() {
        server.always("GET", WITNESS_VERSION, ignored -> Answer.ok("{\"kind\":\"APIResourceList\",\"resources\":[]}"));
    }

    @AfterEach
    void disconnect() throws Exception {
        running.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    /** What the server answers from now on to a list. */
    void list(String path, String version, String... objects) {
        server.always("GET", path, ignored -> Answer.ok(listOf(version, objects)));
    }

    static String listOf(String version, String... objects) {
        return "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" + version
                + "\"},\"items\":[" + String.join(",", objects) + "]}";
    }

    /** Waits for the first watch of that path which is open. */
    ScriptedApiServer.Watch watch(String path) {
        await().atMost(ONE_MINUTE).until(() -> server.watches().stream()
                .anyMatch(watch -> watch.path().equals(path)));
        return server.watches().stream()
                .filter(watch -> watch.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    /** Lets time pass, and whatever waited for it begin. */
    void advance(Duration duration) {
        onOwner(() -> {
            time.advance(duration);
            return true;
        });
    }

    /** Does something on the event loop that owns the caches. */
    <R> R onOwner(Supplier<R> task) {
        return running.onOwner(task);
    }
}
