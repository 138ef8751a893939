package io.trainyard.launcher.controller;

import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.definitions.Definitions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The first TrainJob of a controller in a virtual machine in which nothing has been reconciled yet; its API server is in this one. */
final class FirstTrainJob implements AutoCloseable {
    private static final String RUNTIME =
            """
            {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "ClusterTrainingRuntime", "metadata": {"name": "plain"},
             "spec": {"mlPolicy": {"numNodes": 1, "torch": {"numProcPerNode": "auto"}}, "template": {"spec": {"replicatedJobs": [
              {"name": "node", "template": {"metadata": {"labels": {"trainer.kubeflow.org/trainjob-ancestor-step": "trainer"}},
               "spec": {"template": {"spec": {"containers": [{"name": "node", "image": "train"}]}}}}}]}}}}
            """;

    private static final String TRAIN_JOB =
            """
            {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJob", "metadata": {"name": "first"},
             "spec": {"runtimeRef": {"name": "plain"}, "trainer": {"numNodes": 3, "image": "mine"}}}
            """;

    private static final String RUNNING =
            """
            {"status": {"replicatedJobsStatus": [
             {"name": "node", "ready": 1, "active": 1, "succeeded": 0, "failed": 0, "suspended": 0}]}}
            """;

    private static final int TIMEOUT_SECONDS = 300;

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient http = HttpClient.newHttpClient();
    private final LocalApiServer server;
    private final Process process;
    private final BufferedReader lines;
    private final List<String> said = new ArrayList<>();

    private FirstTrainJob(Path folder, String mode) throws IOException, InterruptedException {
        server = await(LocalApiServer.start(
                vertx,
                LocalAdmission.addTo(LocalApiOptions.DEFAULT, ControllerOptions.DEFAULT)
                        .withDefinitions(Definitions.load())));
        send("POST", "/apis/trainer.kubeflow.org/v1alpha1/clustertrainingruntimes", "application/json", RUNTIME);
        Path kubeconfig = folder.resolve("kubeconfig");
        server.writeKubeconfig(kubeconfig);
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dvertx.disableDnsResolver=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LoadedClasses.class.getName(),
                        kubeconfig.toString(),
                        mode)
                .redirectErrorStream(true)
                .start();
        // Who waits for a word of it does not wait for ever.
        CompletableFuture.delayedExecutor(TIMEOUT_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
        lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts it, with a rehearsal. */
    static FirstTrainJob inAProcessOfItsOwn(Path folder) throws IOException, InterruptedException {
        return new FirstTrainJob(folder, LoadedClasses.REHEARSED);
    }

    /** How many classes were loaded by something; waits until it is over. */
    int number(String what) throws IOException {
        String line;
        while ((line = lines.readLine()) != null) {
            said.add(line);
            if (line.startsWith(what + " ")) {
                return Integer.parseInt(line.substring(what.length() + 1));
            }
        }
        throw new AssertionError("the process ended without a word about " + what + ", having said: " + said);
    }

    void create() throws IOException, InterruptedException {
        send("POST", "/apis/trainer.kubeflow.org/v1alpha1/namespaces/default/trainjobs", "application/json", TRAIN_JOB);
    }

    /** As JobSet's controller says it. */
    void run() throws IOException, InterruptedException {
        send(
                "PATCH",
                "/apis/jobset.x-k8s.io/v1alpha2/namespaces/default/jobsets/first/status",
                "application/merge-patch+json",
                RUNNING);
    }

    private void send(String method, String path, String type, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(server.url() + "/" + server.token() + path))
                        .header("Content-Type", type)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new AssertionError(method + " " + path + ": " + answer.body());
        }
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        await(server.stop());
        await(vertx.close());
    }
}
