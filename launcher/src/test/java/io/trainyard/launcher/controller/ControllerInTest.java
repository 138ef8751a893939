package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.Counter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.ConfigurationReader;
import io.trainyard.core.config.ConfigurationResult;
import io.trainyard.launcher.cli.controller.ControllerProcess;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.BuildInfo;
import io.trainyard.testcluster.process.PortRange;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A controller as {@link VertxControllerProcess} runs it, but within the test, which can therefore block its event loop. It has no plugins of the
 * distribution. All methods block.
 */
public final class ControllerInTest implements AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final Vertx vertx = VertxControllerProcess.createVertx();
    private final EventLoop loop = new EventLoop(vertx.getOrCreateContext());
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private final ControllerLife life;
    private final int healthPort;
    private final int webhookPort;
    private CountDownLatch blocked = new CountDownLatch(0);
    private boolean closed;

    /**
     * Starts one.
     *
     * @param leaseNamespace where the Lease is
     */
    public ControllerInTest(Path kubeconfig, String leaseNamespace) {
        this(kubeconfig, leaseNamespace, "");
    }

    /**
     * Starts one.
     *
     * @param leaseNamespace where the Lease is
     * @param sections YAML, more sections of the configuration; ends with a line break unless it is empty
     */
    public ControllerInTest(Path kubeconfig, String leaseNamespace, String sections) {
        System.setProperty("vertx.disableDnsResolver", "true");
        List<Integer> ports = PortRange.DEFAULT.choose(2, new Random());
        healthPort = ports.get(0);
        webhookPort = ports.get(1);
        ConfigurationResult read = ConfigurationReader.fromText(
                "test",
                """
                apiVersion: config.trainer.kubeflow.org/v1alpha1
                kind: Configuration
                metrics: {bindAddress: "0"}
                health: {healthProbeBindAddress: "127.0.0.1:%d"}
                webhook: {port: %d}
                leaderElection: {resourceNamespace: %s}
                """
                                .formatted(healthPort, webhookPort, leaseNamespace)
                        + sections,
                List.of());
        if (!(read instanceof ConfigurationResult.Valid valid)) {
            throw new IllegalStateException(String.valueOf(read));
        }
        PluginSource plugins = new PluginSource(
                Optional.empty(), Configuration.defaults().trainyard().plugins());
        life = new ControllerLife(
                loop,
                new ControllerProcess.Request(
                        valid.configuration(),
                        Optional.of(kubeconfig),
                        "kubeflow-system",
                        plugins,
                        BuildInfo.current(),
                        Duration.ZERO),
                registry,
                end);
        loop.execute(life::start);
    }

    public int webhookPort() {
        return webhookPort;
    }

    /** The answer to a probe: its code, a space, its body. */
    public String probe(String path) {
        try {
            HttpResponse<String> answer = HTTP.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + healthPort + path))
                            .timeout(Duration.ofSeconds(3))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        } catch (IOException notYet) {
            return "0 " + notYet;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public boolean isReady() {
        return probe("/readyz").startsWith("200");
    }

    /** Whether it is the leader, by its own metrics. */
    public boolean isLeading() {
        return registry.get("leader.election.master.status").gauge().value() == 1;
    }

    /** How many reconciles of TrainJobs have ended. */
    public double reconciles() {
        return registry
                .find("controller.runtime.reconcile")
                .tag("controller", "trainjob_controller")
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    /** How many TrainJobs it has in its queue that are ready, by its own metrics. */
    public double waiting() {
        return registry.get("workqueue.depth").gauge().value();
    }

    /** The value of a counter. */
    public double count(String name, String... tags) {
        return registry.get(name).tags(tags).counter().count();
    }

    /** How many of its requests the API server has refused, because its roles do not allow them. */
    public double forbiddenRequests() {
        return registry.find("rest.client.requests").tag("code", "403").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    /** Whether it goes on; false once it wants to end. */
    public boolean isAlive() {
        return !end.isDone();
    }

    /** Keeps the event loop that reconciles until {@link #unblock}. */
    public void block() {
        CountDownLatch latch = new CountDownLatch(1);
        blocked = latch;
        loop.context().runOnContext(ignored -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    public void unblock() {
        blocked.countDown();
    }

    /** Ends it in good order; harmless when repeated. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        unblock();
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        loop.execute(
                () -> life.stop().subscribe().with(done -> stopped.complete(null), stopped::completeExceptionally));
        try {
            stopped.get(60, TimeUnit.SECONDS);
            vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception incomplete) {
            throw new IllegalStateException("did not end in good order", incomplete);
        }
    }
}
