package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.access.KubeAccessReviews;
import io.trainyard.core.certificates.CertificatePolicy;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.TrainyardSettings;
import io.trainyard.core.config.TrainyardSettings.DashboardAuthentication;
import io.trainyard.core.inspect.NoteReader;
import io.trainyard.core.kube.DedicatedContexts;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.TlsServerOptions;
import io.trainyard.dashboard.Dashboard;
import io.trainyard.dashboard.access.ReviewedAccessControl;
import io.trainyard.dashboard.api.JobActions;
import io.trainyard.dashboard.cache.ClusterLogs;
import io.trainyard.dashboard.cache.ControllerViews;
import io.trainyard.dashboard.cache.Reports;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.controller.ControllerProcess;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The web page of a cluster's controller, where it is switched on. It has an event loop and connections of its own, so that nobody who looks keeps a job from
 * being reconciled; a page that cannot be served keeps nothing else from working. Lives on the event loop that reconciles.
 */
final class OperatorDashboard {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorDashboard.class);

    /** Logs that are followed keep a connection each, and everything else has to get through beside them. */
    private static final int CONNECTIONS = 320;

    private final EventLoop loop;
    private final ControllerProcess.Request request;
    private final TrainyardSettings.Dashboard settings;
    private final Certificates certificates;
    private final MeterRegistry registry;
    private final Reports reports;
    private final ControllerFacts facts;
    private @Nullable Prepared prepared;
    private @Nullable Dashboard server;

    /**
     * What the page stands on.
     *
     * @param contexts its event loop
     * @param client its connections
     */
    private record Prepared(DedicatedContexts contexts, KubeClient client, ControllerViews views, TimeSource time) {
        private EventLoop loop() {
            return new EventLoop(contexts.get(0));
        }
    }

    OperatorDashboard(
            EventLoop loop,
            ControllerProcess.Request request,
            Certificates certificates,
            MeterRegistry registry,
            Reports reports,
            ControllerFacts facts) {
        this.loop = loop;
        this.request = request;
        this.settings = request.configuration().trainyard().dashboard();
        this.certificates = certificates;
        this.registry = registry;
        this.reports = reports;
        this.facts = facts;
    }

    /** Adds to what is watched; before the informers start. Never fails. */
    Uni<Void> prepare(AssembledController controller) {
        if (!settings.enabled()) {
            return Uni.createFrom().voidItem();
        }
        Future<DedicatedContexts> contexts = DedicatedContexts.open(vertx(), new DeploymentOptions());
        return Uni.createFrom()
                .completionStage(contexts.toCompletionStage())
                .chain(opened -> ClusterConnection.open(
                                new EventLoop(opened.get(0)),
                                request,
                                registry,
                                RequestLimits.DEFAULT.withRate(0, 0).withMaxInFlight(CONNECTIONS))
                        .emitOn(loop)
                        .invoke(client -> prepared = prepared(opened, client, controller)))
                .onFailure()
                .invoke(OperatorDashboard::unavailable)
                .onFailure()
                .recoverWithNull()
                .emitOn(loop)
                .replaceWithVoid();
    }

    private Prepared prepared(DedicatedContexts contexts, KubeClient client, AssembledController controller) {
        EventLoop own = new EventLoop(contexts.get(0));
        TimeSource time = new VertxTimeSource(own.context());
        NoteReader notes = new NoteReader(controller.plugins().plugins().notes());
        ControllerViews views = new ControllerViews(new ControllerViews.Setup(
                controller.caches(),
                controller.informers(),
                client.requestsOf(own.context()),
                time,
                own,
                reports,
                () -> facts.view(controller.plugins().inventory()),
                objects -> Uni.createFrom().item(() -> notes.of(objects)).runSubscriptionOn(loop),
                controller::trace,
                request.configuration().trainyard().watchNamespaces()));
        return new Prepared(contexts, client, views, time);
    }

    /** Everything that there was has been listed. */
    void begin() {
        if (prepared != null) {
            prepared.views().begin();
        }
    }

    /** Opens the port; the page says that it is not ready until {@link #begin}. Never fails. */
    Uni<Void> open() {
        @Nullable Prepared ready = prepared;
        if (ready == null) {
            return Uni.createFrom().voidItem();
        }
        return Dashboard.open(vertx(), options(), content(ready))
                .emitOn(loop)
                .invoke(this::keep)
                .replaceWithVoid()
                .onFailure()
                .invoke(OperatorDashboard::unavailable)
                .onFailure()
                .recoverWithNull();
    }

    private void keep(Dashboard opened) {
        server = opened;
        if (settings.secureServing()) {
            certificates.serve(opened::replaceCertificate);
        }
    }

    private static void unavailable(Throwable failure) {
        LOG.atWarn().log("there is no dashboard: {}", failure.getMessage());
    }

    private Dashboard.Options options() {
        Configuration configuration = request.configuration();
        boolean header = settings.authentication() == DashboardAuthentication.TRUSTED_HEADER;
        HttpServerOptions transport = settings.secureServing()
                ? TlsServerOptions.of(configuration.tls()).secure(new HttpServerOptions(), certificates.current())
                : new HttpServerOptions();
        return new Dashboard.Options(
                settings.address(),
                transport,
                hosts(configuration),
                // Who trusts a proxy's word stands behind it, and mostly in a frame of its page.
                header ? "'self'" : "'none'",
                header ? "header" : "token",
                request.build().version());
    }

    private Set<String> hosts(Configuration configuration) {
        Set<String> hosts = new HashSet<>(settings.hosts());
        String service = configuration.certManagement().webhookServiceName();
        hosts.add(service);
        hosts.addAll(CertificatePolicy.namesOf(service, request.ownNamespace()));
        return hosts;
    }

    private Dashboard.Content content(Prepared ready) {
        boolean header = settings.authentication() == DashboardAuthentication.TRUSTED_HEADER;
        Optional<JobActions> actions = settings.readOnly() || header
                ? Optional.empty()
                : Optional.of(new TokenActions(ready.client(), ready.loop(), ready.views()::uid));
        return new Dashboard.Content(
                ready.views(),
                new ClusterLogs(ready.views()::pods, ready.client().logs(), vertx(), VertxTimeSource::new),
                new ReviewedAccessControl(
                        new KubeAccessReviews(
                                ready.client().requestsOf(ready.loop().context())),
                        ready.time(),
                        ready.loop(),
                        header),
                actions);
    }

    /** Closes the port, and what was opened for the page. */
    Uni<Void> stop() {
        Uni<Void> closed = server == null ? Uni.createFrom().voidItem() : server.close();
        return closed.onFailure().recoverWithNull().chain(this::release).emitOn(loop);
    }

    private Uni<Void> release() {
        @Nullable Prepared ready = prepared;
        return ready == null
                ? Uni.createFrom().voidItem()
                : ready.client().close().onFailure().recoverWithNull().chain(() -> Uni.createFrom()
                        .completionStage(() -> ready.contexts().close().toCompletionStage()));
    }

    private Vertx vertx() {
        return loop.context().owner();
    }
}
