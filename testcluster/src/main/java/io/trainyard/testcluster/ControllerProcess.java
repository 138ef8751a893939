package io.trainyard.testcluster;

import io.trainyard.testcluster.process.PortRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The controller of a built distribution, as a process of its own. All methods block; closing kills the process.
 *
 * @param process the process
 * @param log what it writes
 * @param webhookPort where it answers admission reviews
 */
public record ControllerProcess(Process process, Path log, int webhookPort) implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(4);
    private static final int STOP_SECONDS = 40;
    private static final HttpClient PROBE = HttpClient.newHttpClient();
    private static final Pattern HEALTH_PORT = Pattern.compile("port (\\d+) \\(health");

    /**
     * Starts it and waits until it is ready.
     *
     * @param program the program {@code trainyard}
     * @param folder where its configuration and its log are written
     * @param further arguments of the command {@code controller} besides the two that name configuration and cluster
     * @throws IllegalStateException when it ends, or is not ready in time; the message has what it wrote, or where that is
     */
    public static ControllerProcess start(Path program, Path folder, Path kubeconfig, String... further) {
        return startWith(program, folder, kubeconfig, "", further);
    }

    /**
     * As {@link #start}.
     *
     * @param sections YAML, more sections of the configuration; ends with a line break unless it is empty
     */
    public static ControllerProcess startWith(
            Path program, Path folder, Path kubeconfig, String sections, String... further) {
        int webhookPort = PortRange.DEFAULT.choose(1, new Random()).get(0);
        String configuration =
                """
                apiVersion: config.trainer.kubeflow.org/v1alpha1
                kind: Configuration
                metrics: {bindAddress: "0"}
                health: {healthProbeBindAddress: "127.0.0.1:0"}
                clientConnection: {qps: 0}
                webhook: {port: %d}
                """
                                .formatted(webhookPort)
                        + sections;
        return startConfigured(program, folder, kubeconfig, new Settings(configuration, webhookPort), further);
    }

    /**
     * A configuration of the controller.
     *
     * @param text the file
     * @param webhookPort the port for admission reviews that it names
     */
    public record Settings(String text, int webhookPort) {}

    /** As {@link #start}, with a configuration of the caller's. Its port for probes must be on 127.0.0.1. */
    public static ControllerProcess startConfigured(
            Path program, Path folder, Path kubeconfig, Settings settings, String... further) {
        try {
            int webhookPort = settings.webhookPort;
            Path file = Files.writeString(folder.resolve("configuration.yaml"), settings.text);
            Path log = folder.resolve("controller.log");
            List<String> command = new ArrayList<>(List.of(
                    program.toString(),
                    "controller",
                    "--config",
                    file.toString(),
                    "--kubeconfig",
                    kubeconfig.toString()));
            command.addAll(List.of(further));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            ControllerProcess controller = new ControllerProcess(process, log, webhookPort);
            try {
                Poll.until(
                        "the controller to be ready; see " + log,
                        START_LIMIT,
                        () -> controller.isReady() ? Optional.of(true) : Optional.empty());
            } catch (RuntimeException failure) {
                controller.close();
                throw failure;
            }
            return controller;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that it has written so far. */
    public String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Whether its probe says so, right now.
     *
     * @throws IllegalStateException when it has ended
     */
    public boolean isReady() {
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
            return PROBE.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException notYet) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends it as Kubernetes does, and gives its exit code. */
    public int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
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
