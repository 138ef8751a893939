package io.trainyard.launcher.strangers;

import io.trainyard.launcher.process.Distribution;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.LimitedProgram;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.WebhookConfigurations;
import io.trainyard.testcluster.process.PortRange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The controller as it ships, with 512 MiB and every port that it can have, and its webhooks. It may ask about more tokens a second than by default, which shortens an attack with hundreds
 * of them. All methods block.
 */
final class SmallController implements AutoCloseable {
    private static final int MEBIBYTES = 512;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Pattern HEALTH = Pattern.compile("port (\\d+) \\(health");
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    private static final String CONFIGURATION =
            """
            apiVersion: config.trainer.kubeflow.org/v1alpha1
            kind: Configuration
            metrics: {bindAddress: "127.0.0.1:%d"}
            health: {healthProbeBindAddress: "127.0.0.1:0"}
            leaderElection: {leaderElect: false}
            webhook: {port: %d}
            statusServer: {port: %d, qps: 500, burst: 1000}
            trainyard: {dashboard: {enabled: true, host: 127.0.0.1, port: %d}}
            """;

    private static final String REVIEW =
            """
            {"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "request": {"uid": "u",
             "kind": {"group": "trainer.kubeflow.org", "version": "v1alpha1", "kind": "TrainJob"},
             "resource": {"group": "trainer.kubeflow.org", "version": "v1alpha1", "resource": "trainjobs"},
             "operation": "CREATE", "namespace": "%s", "name": "reviewed", "userInfo": {"username": "somebody"},
             "object": {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJob",
               "metadata": {"name": "reviewed", "namespace": "%s"}, "spec": {"runtimeRef": {"kind": "TrainingRuntime", "name": "good"}}}}}
            """;

    private final LimitedProgram program;
    private final ControllerProcess process;
    private final List<Integer> ports;
    private final int health;
    private final TestCluster cluster;
    private final WebhookConfigurations webhooks;

    private SmallController(
            TestCluster cluster, LimitedProgram program, ControllerProcess process, List<Integer> ports) {
        this.cluster = cluster;
        this.program = program;
        this.process = process;
        this.ports = ports;
        Matcher matcher = HEALTH.matcher(process.output());
        if (!matcher.find()) {
            throw new IllegalStateException("it does not say where its probes are: " + process.output());
        }
        health = Integer.parseInt(matcher.group(1));
        webhooks = install();
    }

    static SmallController start(TestCluster cluster, Path folder) {
        List<Integer> ports = PortRange.DEFAULT.choose(4, new Random());
        LimitedProgram program = LimitedProgram.of(Distribution.program(), folder, MEBIBYTES, "");
        try {
            ControllerProcess process = ControllerProcess.startConfigured(
                    program.path(),
                    folder,
                    cluster.kubeconfig(),
                    new ControllerProcess.Settings(CONFIGURATION.formatted(ports.toArray()), ports.get(1)));
            return new SmallController(cluster, program, process, ports);
        } catch (RuntimeException failure) {
            program.close();
            throw failure;
        }
    }

    private WebhookConfigurations install() {
        WebhookConfigurations installed =
                WebhookConfigurations.install(cluster, Path.of("..", "deploy", "webhooks"), webhookPort());
        installed.awaitAuthority();
        return installed;
    }

    /** Runs the action where the API server asks no webhook. */
    void withoutWebhooks(Runnable action) {
        webhooks.whileRemoved(action);
    }

    int healthPort() {
        return health;
    }

    int metricsPort() {
        return ports.get(0);
    }

    int webhookPort() {
        return ports.get(1);
    }

    int statusPort() {
        return ports.get(2);
    }

    int dashboardPort() {
        return ports.get(3);
    }

    /** As the kubelet asks, once. */
    OneRequest healthz() {
        return OneRequest.get(health, false, "/healthz");
    }

    /** A review of a good TrainJob of the runtime {@code good}, as an API server without an open connection asks for it. */
    OneRequest review(String namespace) {
        return OneRequest.post(
                webhookPort(),
                "/validate-trainer-kubeflow-org-v1alpha1-trainjob",
                REVIEW.formatted(namespace, namespace));
    }

    /** The page with all metrics. */
    String metrics() throws IOException {
        OneRequest.Answer answer =
                OneRequest.get(metricsPort(), true, "/metrics").send(PATIENCE);
        if (answer.status() != 200) {
            throw new IOException(answer.text());
        }
        return answer.text();
    }

    /** Bytes of its heap that are in use after a full collection. */
    long liveBytes() throws IOException, InterruptedException {
        Matcher total = TOTAL.matcher(histogram());
        if (!total.find()) {
            throw new IOException("no histogram");
        }
        return Long.parseLong(total.group(1));
    }

    /** What is in its heap after a full collection, by class. */
    String histogram() throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        String.valueOf(process.process().pid()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String text = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        jcmd.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return text;
    }

    /** The most memory that it had, in MiB. */
    long highestResident() throws IOException {
        return Files.readAllLines(
                        Path.of("/proc", String.valueOf(process.process().pid()), "status"))
                .stream()
                .filter(line -> line.startsWith("VmHWM"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
                .findFirst()
                .orElse(0);
    }

    boolean isAlive() {
        return process.process().isAlive();
    }

    String output() {
        return process.output();
    }

    @Override
    public void close() {
        webhooks.close();
        process.close();
        process.process()
                .onExit()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
        program.close();
    }
}
