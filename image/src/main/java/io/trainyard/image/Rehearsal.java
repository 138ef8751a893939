package io.trainyard.image;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A controller that starts as in a cluster: it makes certificates, opens its servers, is elected, and makes a reconcile of a job. What it loads is
 * what the archive of classes holds. Its cluster is a local run on this machine.
 */
final class Rehearsal {
    private static final long LIMIT_SECONDS = 180;
    private static final Pattern SERVER = Pattern.compile("\"server\"\\s*:\\s*\"([^\"]+)\"");
    private static final int CREATED = 201;
    private static final int OK = 200;

    /** Runs until it is stopped, so that there is an API server meanwhile. */
    private static final String JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: rehearsal}
            spec:
              runtimeRef: {name: torch-distributed}
              trainer: {numNodes: 1, numProcPerNode: 1, command: [sleep, "600"]}
            """;

    private static final String NAMESPACE =
            """
            {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "kubeflow-system"}}""";

    private final RootFolder folder;
    private final JavaOptions options;
    private final HttpClient http = HttpClient.newHttpClient();

    Rehearsal(RootFolder folder, JavaOptions options) {
        this.folder = folder;
        this.options = options;
    }

    void archiveClasses() throws IOException, InterruptedException {
        // Stays until the next build, with the logs.
        Path files = Files.createDirectories(folder.path().toAbsolutePath().resolveSibling("rehearsal"));
        Path kubeconfig = files.resolve("kubeconfig");
        Files.writeString(files.resolve("job.yaml"), JOB);
        Process cluster = start(
                files.resolve("cluster.log"),
                options.shared(),
                "run",
                "--state",
                files.resolve("state").toString(),
                "--kubeconfig-out",
                kubeconfig.toString(),
                files.resolve("job.yaml").toString());
        try {
            await(() -> Files.isReadable(kubeconfig), Map.of(cluster, files.resolve("cluster.log")));
            createNamespace(kubeconfig);
            rehearse(files, kubeconfig, cluster);
        } finally {
            cluster.destroy();
            cluster.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
        if (!Files.isRegularFile(folder.at(Application.ARCHIVE))) {
            throw new IOException("Java made no archive of classes");
        }
    }

    private void rehearse(Path files, Path kubeconfig, Process cluster) throws IOException, InterruptedException {
        List<Integer> ports = freePorts();
        Path configuration = files.resolve("configuration.yaml");
        Files.writeString(
                configuration,
                """
                apiVersion: config.trainer.kubeflow.org/v1alpha1
                kind: Configuration
                leaderElection: {leaderElect: true}
                health: {healthProbeBindAddress: "127.0.0.1:%d"}
                metrics: {bindAddress: "127.0.0.1:%d"}
                webhook: {host: "127.0.0.1", port: %d}
                """
                        .formatted(ports.get(0), ports.get(1), ports.get(2)));
        Path log = files.resolve("controller.log");
        Process controller = start(
                log,
                options.archiving(folder.at(Application.ARCHIVE).toAbsolutePath()),
                "controller",
                "--config=" + configuration,
                "--kubeconfig=" + kubeconfig);
        try {
            URI readiness = URI.create("http://127.0.0.1:" + ports.get(0) + "/readyz");
            await(
                    () -> isOk(readiness) && Files.readString(log).contains("starting to reconcile"),
                    Map.of(controller, log, cluster, files.resolve("cluster.log")));
        } finally {
            controller.destroy();
        }
        if (!controller.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || controller.exitValue() != 0) {
            throw new IOException("the controller did not end well:\n" + Files.readString(log));
        }
    }

    private Process start(Path log, List<String> javaOptions, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                folder.at(RootFolder.JAVA).resolve("bin/java").toAbsolutePath().toString()));
        command.addAll(javaOptions);
        command.addAll(
                List.of("-Dtrainyard.home=" + folder.at(RootFolder.HOME).toAbsolutePath(), "-jar", Application.JAR));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.at(RootFolder.HOME).toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** Where the controller keeps its certificates and its Lease. */
    private void createNamespace(Path kubeconfig) throws IOException, InterruptedException {
        Matcher server = SERVER.matcher(Files.readString(kubeconfig));
        if (!server.find()) {
            throw new IOException("the kubeconfig of a local run names no server");
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.group(1) + "/api/v1/namespaces"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(NAMESPACE))
                .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != CREATED) {
            throw new IOException("no namespace: " + answer.statusCode() + " " + answer.body());
        }
    }

    private boolean isOk(URI page) throws InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(5)).build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Something that becomes true. */
    private interface Goal {
        boolean isReached() throws IOException, InterruptedException;
    }

    /** All processes, with what they write, are needed for it. */
    private static void await(Goal goal, Map<Process, Path> logs) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!goal.isReached()) {
            for (Map.Entry<Process, Path> needed : logs.entrySet()) {
                if (!needed.getKey().isAlive() || System.nanoTime() - end > 0) {
                    throw new IOException(
                            "the rehearsal of a start came to nothing:\n" + Files.readString(needed.getValue()));
                }
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static List<Integer> freePorts() throws IOException {
        try (ServerSocket first = new ServerSocket(0);
                ServerSocket second = new ServerSocket(0);
                ServerSocket third = new ServerSocket(0)) {
            return List.of(first.getLocalPort(), second.getLocalPort(), third.getLocalPort());
        }
    }
}
