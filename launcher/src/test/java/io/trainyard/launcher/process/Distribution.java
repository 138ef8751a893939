package io.trainyard.launcher.process;

import io.trainyard.testcluster.process.PortRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** The program as users get it, from the distribution that this build has just made. */
public final class Distribution {
    private static final Pattern HEALTH_PORT = Pattern.compile("port (\\d+) \\(health");

    private Distribution() {}

    public static Path program() {
        Path program = Path.of("target", "trainyard", "bin", "trainyard").toAbsolutePath();
        if (!Files.isExecutable(program)) {
            throw new IllegalStateException(program + " is missing; it is made in the phase package");
        }
        return program;
    }

    /**
     * A controller that runs as a process of its own.
     *
     * @param process the process
     * @param log what it writes
     * @param webhookPort where it answers admission reviews
     */
    public record Controller(Process process, Path log, int webhookPort) implements AutoCloseable {
        public static Controller start(Path folder, Path kubeconfig, String... further) {
            try {
                int webhookPort = PortRange.DEFAULT.choose(1, new Random()).get(0);
                Path configuration = folder.resolve("configuration.yaml");
                Files.writeString(
                        configuration,
                        """
                        apiVersion: config.trainer.kubeflow.org/v1alpha1
                        kind: Configuration
                        metrics: {bindAddress: "0"}
                        health: {healthProbeBindAddress: "127.0.0.1:0"}
                        clientConnection: {qps: 0}
                        webhook: {port: %d}
                        """
                                .formatted(webhookPort));
                Path log = folder.resolve("controller.log");
                List<String> command = new ArrayList<>(List.of(
                        program().toString(),
                        "controller",
                        "--config",
                        configuration.toString(),
                        "--kubeconfig",
                        kubeconfig.toString()));
                command.addAll(List.of(further));
                Process process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
                Controller controller = new Controller(process, log, webhookPort);
                Awaitility.await("the controller to be ready; see " + log)
                        .atMost(60, TimeUnit.SECONDS)
                        .until(controller::isReady);
                return controller;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public String output() {
            try {
                return Files.readString(log);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private boolean isReady() {
            if (!process.isAlive()) {
                throw new IllegalStateException("the controller ended: " + output());
            }
            Matcher port = HEALTH_PORT.matcher(output());
            return port.find() && status(Integer.parseInt(port.group(1))) == 200;
        }

        private static int status(int port) {
            try {
                HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/readyz"))
                        .build();
                return HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode();
            } catch (IOException notYet) {
                return 0;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        /** Ends it as Kubernetes does. */
        public int stop() throws InterruptedException {
            process.destroy();
            if (!process.waitFor(40, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("the controller did not end: " + output());
            }
            return process.exitValue();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
