package io.trainyard.local.kubelet;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.cluster.KubeletLogs;
import io.trainyard.local.cluster.KubeletStreams;
import io.trainyard.local.kubelet.lifecycle.Backoff;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/** An API server in this JVM and a kubelet beside it, with everything in one folder. */
final class Laptop implements AutoCloseable {
    static final String NODE = "local";

    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final Backoff SHORT =
            new Backoff(Duration.ofMillis(50), Duration.ofMillis(200), Duration.ofMinutes(10));

    private final Vertx vertx = Vertx.vertx();
    private final Path folder;
    private final LocalApiServer server;
    private final ApiClient client;
    private final ProcessKubelet kubelet;

    Laptop(Path folder, UnaryOperator<KubeletOptions> change) {
        this(folder, change, Map.of());
    }

    /** With other variables of the kubelet's own environment. */
    Laptop(Path folder, UnaryOperator<KubeletOptions> change, Map<String, String> variables) {
        this.folder = folder;
        KubeletLogs logs = new KubeletLogs(vertx);
        KubeletStreams streams = new KubeletStreams();
        this.server = await(LocalApiServer.start(
                vertx, LocalApiOptions.DEFAULT.withLogs(logs).withStreaming(streams)));
        this.client = server.client("test/1.0");
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(variables);
        KubeletOptions options = Settings.kubelet(NODE, Settings.folders(folder, folder), Settings.programs())
                .withLimits(Settings.restarting(SHORT))
                .withoutNamespaces();
        this.kubelet = await(ProcessKubelet.start(vertx, client, change.apply(options), environment));
        logs.serve(kubelet.logs());
        streams.serve(kubelet.streaming());
    }

    /** As a kubelet is that nobody has told otherwise. */
    static KubeletOptions withNamespaces(KubeletOptions options) {
        return Settings.kubelet(NODE, options.folders(), options.programs(), options.ownPrograms())
                .withLimits(Settings.restarting(SHORT));
    }

    Laptop(Path folder) {
        this(folder, options -> options);
    }

    static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ApiException failure) {
                throw failure;
            }
            throw new AssertionError(e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("no answer within " + LIMIT, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    Vertx vertx() {
        return vertx;
    }

    LocalApiServer server() {
        return server;
    }

    /** Makes an empty file in the folder in which programs run. */
    void touch(String name) {
        try {
            Files.createFile(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ApiClient client() {
        return client;
    }

    Path folder() {
        return folder;
    }

    ProcessKubelet kubelet() {
        return kubelet;
    }

    void create(Resource resource, String yaml) {
        Map<String, Object> object = Tree.object(Yaml.parse(yaml));
        Tree.put(object, "default", "metadata", "namespace");
        await(client.create(resource, object, WriteOptions.DEFAULT));
    }

    /** Creates a pod that is bound to the node. */
    void run(String yaml) {
        Map<String, Object> pod = Tree.object(Yaml.parse(yaml));
        Tree.put(pod, "default", "metadata", "namespace");
        Tree.put(pod, NODE, "spec", "nodeName");
        await(client.create(Resource.PODS, pod, WriteOptions.DEFAULT));
    }

    /** Creates a pod with one container, which never restarts. */
    void runOnce(String name, String script) {
        run(
                """
                metadata: {name: %s}
                spec:
                  restartPolicy: Never
                  containers:
                  - name: main
                    image: none
                    command: [sh, -c, %s]
                """
                        .formatted(name, io.trainyard.foundation.json.Json.text(script)));
    }

    Map<String, Object> pod(String name) {
        return await(client.get(Resource.PODS, "default", name));
    }

    boolean exists(String name) {
        return await(client.get(Resource.PODS, "default", name)
                .map(true)
                .recover(cause -> cause instanceof ApiException problem && problem.isNotFound()
                        ? Future.succeededFuture(false)
                        : Future.failedFuture(cause)));
    }

    void delete(String name) {
        await(client.delete(Resource.PODS, "default", name, DeleteOptions.DEFAULT));
    }

    /** Waits until the kubelet has told of the pod, and it is as it should be, and gives its status. */
    Map<String, Object> awaitPod(String name, String what, Predicate<Map<String, Object>> condition) {
        return Awaitility.await(what + " of pod " + name)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> Tree.child(pod(name), "status"),
                        status -> !Tree.list(status, "containerStatuses").isEmpty() && condition.test(status));
    }

    Map<String, Object> awaitPhase(String name, String phase) {
        return awaitPod(
                name, "phase " + phase, status -> Tree.text(status, "phase").equals(phase));
    }

    /** The state of a container: an object with one of waiting, running and terminated. */
    static Map<String, Object> state(Map<String, Object> status, String container) {
        return Tree.child(container(status, container), "state");
    }

    static Map<String, Object> container(Map<String, Object> status, String name) {
        for (String field : List.of("containerStatuses", "initContainerStatuses")) {
            for (Map<String, Object> entry : Tree.objects(status, field)) {
                if (name.equals(entry.get("name"))) {
                    return entry;
                }
            }
        }
        throw new AssertionError("no container " + name + " in " + status);
    }

    static Map<String, Object> condition(Map<String, Object> status, String type) {
        return Tree.objects(status, "conditions").stream()
                .filter(condition -> type.equals(condition.get("type")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no condition " + type + " in " + status));
    }

    PodFolder podFolder(String name) {
        return new PodFolder(folder.resolve("pods").resolve(name));
    }

    String log(String pod, String container) {
        return read(podFolder(pod).log(container));
    }

    static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the log has this text in it. */
    String awaitLog(String pod, String container, String text) {
        return Awaitility.await("\"" + text + "\" in the log of " + pod)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> log(pod, container), log -> log.contains(text));
    }

    List<Map<String, Object>> events(String object) {
        return await(client.list(Resource.EVENTS, "default", ListOptions.ALL)).items().stream()
                .filter(event -> Tree.text(event, "involvedObject", "name").equals(object))
                .toList();
    }

    List<String> eventReasons(String object) {
        return events(object).stream().map(event -> Tree.text(event, "reason")).toList();
    }

    /** Waits for an event about an object, and gives its message. */
    String awaitEvent(String object, String reason) {
        return Awaitility.await("event " + reason + " of " + object)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> events(object).stream()
                                .filter(event -> Tree.text(event, "reason").equals(reason))
                                .map(event -> Tree.text(event, "message"))
                                .findFirst(),
                        java.util.Optional::isPresent)
                .orElseThrow();
    }

    @Override
    public void close() {
        await(kubelet.stop(Duration.ofSeconds(1)));
        await(vertx.close());
    }
}
