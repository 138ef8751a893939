package io.trainyard.launcher.cli.job;

import com.sun.net.httpserver.HttpServer;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers what commands ask a service for: the list of its TrainJobs. */
public final class ServedTrainJobs implements AutoCloseable {
    public static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
    private static final String TOKEN = "0123abcd";

    private final List<Object> trainJobs = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    public ServedTrainJobs() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/" + TOKEN + "/apis/trainer.kubeflow.org/v1alpha1/trainjobs", exchange -> {
            byte[] list = Json.bytes(Tree.of("items", trainJobs));
            exchange.sendResponseHeaders(200, list.length);
            exchange.getResponseBody().write(list);
            exchange.close();
        });
        server.start();
    }

    /** Makes it the service of a state folder. */
    public ServiceFolder serveIn(Path state, ServiceStatus.Phase phase) {
        ServiceFolder service = new ServiceFolder(StateFolder.at(state));
        service.create();
        service.write(new ServiceStatus(
                phase,
                "1",
                START,
                ProcessIdentity.ofThisProcess(),
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "",
                TOKEN,
                state));
        return service;
    }

    /** One more TrainJob, which runs. */
    public void add(String namespace, String name, Instant created) {
        add(namespace, name, created, Map.of());
    }

    /** One more TrainJob with a status. */
    public void add(String namespace, String name, Instant created, Map<String, Object> status) {
        trainJobs.add(Tree.of(
                "metadata",
                Tree.of("namespace", namespace, "name", name, "creationTimestamp", created.toString()),
                "status",
                status));
    }

    /** The status of a TrainJob with one condition. */
    public static Map<String, Object> with(String condition) {
        return Tree.of("conditions", List.of(Tree.of("type", condition, "status", "True")));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
