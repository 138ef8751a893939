package io.trainyard.launcher.controller;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.access.KubeAccessReviews;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.health.HealthServer;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.metrics.http.MetricsServer;
import io.trainyard.core.metrics.http.ReviewedAccess;
import io.trainyard.core.metrics.http.ScrapeAccess;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.TlsServerOptions;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The ports of the controller; they are open on every replica, leader or not. Lives on the event loop. */
final class Servers {
    private final EventLoop loop;
    private final Configuration configuration;
    private final Supplier<String> metricsText;
    private final Certificates certificates;
    private @Nullable HttpListener health;
    private @Nullable HttpListener metrics;

    /**
     * @param metricsText writes all metrics; called on a worker thread
     * @param certificates the certificate for metrics
     */
    Servers(EventLoop loop, Configuration configuration, Supplier<String> metricsText, Certificates certificates) {
        this.loop = loop;
        this.configuration = configuration;
        this.metricsText = metricsText;
        this.certificates = certificates;
    }

    /** Opens the port for probes; fails when it cannot be opened. */
    Uni<Void> openHealth(HealthServer.Checks checks) {
        return HealthServer.open(vertx(), configuration.health(), checks)
                .emitOn(loop)
                .invoke(opened -> health = opened.orElse(null))
                .replaceWithVoid();
    }

    /** Opens the port for metrics; fails when it cannot be opened. What they tell of a loop that hangs must not wait for that loop. */
    Uni<Void> openMetrics(KubeClient client) {
        return MetricsServer.open(
                        vertx(),
                        configuration.metrics(),
                        transport(),
                        context -> new MetricsServer.Page(metricsText, access(client, context)))
                .emitOn(loop)
                .invoke(opened -> opened.ifPresent(this::keep))
                .replaceWithVoid();
    }

    private ScrapeAccess access(KubeClient client, Context context) {
        return configuration.metrics().authentication()
                ? new ReviewedAccess(
                        new KubeAccessReviews(client.requestsOf(context)),
                        new VertxTimeSource(context),
                        new EventLoop(context))
                : ScrapeAccess.everybody();
    }

    private void keep(HttpListener opened) {
        metrics = opened;
        if (configuration.metrics().secureServing()) {
            certificates.serve(opened::replaceCertificate);
        }
    }

    private HttpServerOptions transport() {
        return configuration.metrics().secureServing()
                ? TlsServerOptions.of(configuration.tls()).secure(new HttpServerOptions(), certificates.current())
                : new HttpServerOptions();
    }

    /** Closes the ports. */
    Uni<Void> stop() {
        Uni<Void> metricsClosed = metrics == null ? Uni.createFrom().voidItem() : metrics.close();
        return metricsClosed.chain(() -> health == null ? Uni.createFrom().voidItem() : health.close());
    }

    private Vertx vertx() {
        return loop.context().owner();
    }
}
