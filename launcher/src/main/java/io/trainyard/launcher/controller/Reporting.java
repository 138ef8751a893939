package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.compile.StatusReporting;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.FeatureGate;
import io.trainyard.core.config.RateLimit;
import io.trainyard.core.controller.ControllerCaches;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.core.metrics.ReportMetrics;
import io.trainyard.core.report.http.TokenReviewAccess;
import io.trainyard.core.tls.TlsServerOptions;
import io.vertx.core.http.HttpServerOptions;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the controller of a cluster lets programs report: over TLS, with the token of their pod, as the configuration says. */
final class Reporting {
    private static final Logger LOG = LoggerFactory.getLogger(Reporting.class);

    private final Configuration configuration;
    private final String namespace;
    private final Certificates certificates;
    private final ReportMetrics metrics;
    private final ProgressServer server;
    private final boolean everyJob;

    /**
     * @param namespace where the controller runs
     * @param working whether this replica is the one that reconciles
     */
    Reporting(
            EventLoop loop,
            Configuration configuration,
            String namespace,
            Certificates certificates,
            MeterRegistry registry,
            BooleanSupplier working) {
        this.configuration = configuration;
        this.namespace = namespace;
        this.certificates = certificates;
        this.metrics = new ReportMetrics(registry);
        this.everyJob = configuration.featureGates().isEnabled(FeatureGate.TRAIN_JOB_STATUS);
        RateLimit limit = configuration.statusServer().requests();
        this.server = new ProgressServer(
                loop,
                new ProgressServer.Options(
                        new BindAddress("", configuration.statusServer().port()),
                        configuration.trainyard().statusServer().minInterval(),
                        RequestLimits.DEFAULT.withRate(limit.perSecond(), limit.burst()),
                        working,
                        metrics));
    }

    /** What pods get to report. */
    StatusReporting ofPods() {
        return StatusReporting.of(configuration, namespace, certificates::authorities);
    }

    private boolean isEnabled() {
        return everyJob || configuration.trainyard().statusServer().enabled();
    }

    /** Hears of every change of a TrainJob; before the informers start. */
    void listen(ControllerCaches caches) {
        if (isEnabled()) {
            server.listen(caches);
        }
    }

    /** Opens the port. Where that is not possible, it fails only if all jobs are to report; else training goes on without reports. */
    Uni<Void> open(KubeClient client, ControllerCaches caches) {
        if (!isEnabled()) {
            return Uni.createFrom().voidItem();
        }
        HttpServerOptions transport =
                TlsServerOptions.of(configuration.tls()).secure(new HttpServerOptions(), certificates.current());
        boolean podBinding = configuration.trainyard().statusServer().requirePodBinding();
        Uni<Void> opened = server.open(
                        client, caches, transport, (api, time) -> new TokenReviewAccess(api, time, podBinding, metrics))
                .invoke(() -> certificates.serve(server::replaceCertificate));
        return everyJob
                ? opened
                : opened.onFailure()
                        .invoke(failure -> LOG.atWarn()
                                .log(
                                        "training programs cannot report progress: {}; give the server another port, or"
                                                + " switch it off with trainyard.statusServer.enabled",
                                        failure.getMessage()))
                        .onFailure()
                        .recoverWithNull();
    }

    /** What programs reported. */
    ProgressServer server() {
        return server;
    }

    /** Writes what has been waiting, and closes the port. */
    Uni<Void> stop() {
        return server.stop();
    }
}
