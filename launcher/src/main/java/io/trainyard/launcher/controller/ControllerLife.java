package io.trainyard.launcher.controller;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.LeaderElectionSettings;
import io.trainyard.core.config.TrainyardSettings;
import io.trainyard.core.controller.ControllerCaches;
import io.trainyard.core.controller.PluginPermissions;
import io.trainyard.core.health.HealthCheck;
import io.trainyard.core.health.HealthServer;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.core.kube.login.LoginException;
import io.trainyard.core.loop.EventLoopGuard;
import io.trainyard.core.metrics.CacheMetrics;
import io.trainyard.core.metrics.ClientLimitMetrics;
import io.trainyard.core.metrics.ControllerMetrics;
import io.trainyard.core.metrics.JobSetMetrics;
import io.trainyard.core.metrics.ProcessMetrics;
import io.trainyard.core.metrics.TrainJobMetrics;
import io.trainyard.core.metrics.WatchMetrics;
import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.core.plugin.PluginLoadException;
import io.trainyard.core.runtime.SnapshotKey;
import io.trainyard.core.runtime.SnapshotKeySecret;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.tls.TlsServerOptions;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.controller.ControllerProcess;
import io.trainyard.spi.model.TrainerApi;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the process is made of, in the order in which it starts; it ends in the opposite order. Lives on the event loop. */
final class ControllerLife {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerLife.class);
    /** One small request; until then a restored cluster is served as it was before. */
    private static final Duration ROLLBACK_CHECK = Duration.ofSeconds(30);

    /** Half as old as one may be when the Lease is renewed. */
    private static final Duration HEARTBEAT = Duration.ofMillis(250);

    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(30);

    private final EventLoop loop;
    private final ControllerProcess.Request request;
    private final Configuration configuration;
    private final PrometheusMeterRegistry registry;
    private final TimeSource time;
    private final EventLoopGuard guard;
    private final Certificates certificates;
    private final Webhooks webhooks;
    private final Readiness readiness;
    private final Leadership leadership;
    private final Servers servers;
    private final Reporting reporting;
    private final OperatorDashboard dashboard;
    private final ProcessMetrics processMetrics;
    private final WatchMetrics watchMetrics;
    private final SpareHeap spareHeap;
    private final CompletableFuture<Integer> end;
    private final Endings endings = new Endings();

    ControllerLife(
            EventLoop unwatched,
            ControllerProcess.Request request,
            PrometheusMeterRegistry registry,
            CompletableFuture<Integer> end) {
        this.request = request;
        this.configuration = request.configuration();
        this.registry = registry;
        this.end = end;
        ControllerMetrics metrics = new ControllerMetrics(
                registry,
                configuration
                        .leaderElection()
                        .map(LeaderElectionSettings::resourceName)
                        .orElse(""));
        TimeSource unwatchedTime = new VertxTimeSource(unwatched.context());
        this.guard = new EventLoopGuard(
                unwatchedTime,
                ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
                metrics::eventLoopBlocked,
                HEARTBEAT);
        this.loop = unwatched.under(guard);
        this.time = guard.guard(unwatchedTime);
        ControllerMetrics.eventLoopLag(registry, guard::lag);
        this.certificates = new Certificates(loop, time, configuration, request.ownNamespace(), registry, metrics);
        this.webhooks = new Webhooks(loop, time, configuration, certificates, registry);
        this.readiness = new Readiness(certificates, webhooks);
        this.servers = new Servers(loop, configuration, registry::scrape, certificates);
        this.leadership = new Leadership(
                loop,
                time,
                configuration.leaderElection().filter(LeaderElectionSettings::enabled),
                guard,
                metrics,
                () -> end.complete(1));
        this.reporting = new Reporting(
                loop, configuration, request.ownNamespace(), certificates, registry, leadership::isWorking);
        this.dashboard = new OperatorDashboard(
                loop,
                request,
                certificates,
                registry,
                reporting.server(),
                new ControllerFacts(
                        request.build().version(), registry, leadership::isWorking, certificates, readiness::problem));
        this.processMetrics = new ProcessMetrics(registry);
        CacheMetrics.register(registry);
        this.watchMetrics = new WatchMetrics(registry);
        this.spareHeap = new SpareHeap(new JavaHeap(loop.context()), time);
        ControllerMetrics.build(
                registry, request.build().version(), request.build().commit());
    }

    void start() {
        guard.start();
        endings.add(() -> {
            processMetrics.close();
            guard.stop();
            return Uni.createFrom().voidItem();
        });
        endings.add(servers::stop);
        servers.openHealth(checks())
                .chain(() -> ClusterConnection.open(loop, request, registry))
                .invoke(this::connected)
                .chain(opened -> {
                    SnapshotKeySecret secret =
                            new SnapshotKeySecret(opened.requests(RequestLimits.DEFAULT), time, request.ownNamespace());
                    readiness.watch(secret);
                    Uni<AssembledController> assembled = secret.key()
                            .chain(key -> assemble(opened, key))
                            .memoize()
                            .indefinitely();
                    return together(certificates.start(opened), assembled.replaceWithVoid())
                            .chain(() -> assembled)
                            .call(ready -> open(opened, ready));
                })
                .invoke(this::lead)
                .subscribe()
                .with(started -> {}, this::fail);
    }

    private HealthServer.Checks checks() {
        return new HealthServer.Checks(
                List.of(
                        HealthCheck.of("healthz", guard::problem),
                        HealthCheck.of("memory", Memory::problem),
                        HealthCheck.of("watches", readiness::hopelessWatches),
                        HealthCheck.of("review-loop", webhooks::problem),
                        HealthCheck.of("election-loop", leadership::problem)),
                List.of(
                        HealthCheck.of("readyz", readiness::problem),
                        HealthCheck.disclosing("reconcile-loop", guard::lateness),
                        HealthCheck.disclosing("review-loop", webhooks::lateness),
                        HealthCheck.note("plugins", readiness::notes),
                        HealthCheck.note("namespaces", readiness::inaccessibleNamespaces)));
    }

    private void connected(KubeClient opened) {
        endings.add(opened::close);
        endings.add(certificates::stop);
        readiness.connected();
    }

    /** Steps of the start that do not need one another; the first failure is that of all. */
    @SafeVarargs
    @SuppressWarnings("varargs") // join() only reads the array.
    private static Uni<Void> together(Uni<Void>... steps) {
        return Uni.join().all(steps).andFailFast().replaceWithVoid();
    }

    /** What there is to do before there is a certificate: plugins are loaded, nothing is watched yet. */
    private Uni<AssembledController> assemble(KubeClient opened, SnapshotKey key) {
        // Reconciles that are under way when leadership is lost decide on, but write nothing any more.
        KubeApi api = opened.requests(leadership, new ClientLimitMetrics(registry));
        List<String> namespaces = configuration.trainyard().watchNamespaces();
        if (!namespaces.isEmpty()) {
            LOG.atInfo().addKeyValue("namespaces", namespaces).log("serving some namespaces only");
        }
        return AssembledController.assemble(new AssembledController.Parts(
                        loop,
                        opened.serverClock().correct(time),
                        api,
                        opened.informers(namespaces)
                                .observedBy(watchMetrics)
                                .comparedEvery(
                                        configuration.trainyard().caches().comparisonInterval())
                                .lookingForRollbackEvery(ROLLBACK_CHECK),
                        request.plugins(),
                        Map.of(),
                        PluginClassLoaders.separate(),
                        readiness::watchLoading,
                        registry,
                        configuration
                                .controller()
                                .concurrencyOf(TrainerApi.TRAIN_JOB, TrainerApi.GROUP)
                                .orElse(AssembledController.MAX_CONCURRENT_RECONCILES),
                        configuration.trainyard().events() == TrainyardSettings.Events.ALL,
                        configuration.trainyard().initializerClaim(),
                        configuration.trainyard().elastic(),
                        reporting.ofPods(),
                        configuration.trainyard().conditions().resourcesReady(),
                        key,
                        configuration.trainyard().admission().sizes()))
                .invoke(assembled -> {
                    endWith(assembled);
                    readiness.watch(assembled.plugins());
                    measure(assembled.caches());
                    reporting.listen(assembled.caches());
                    // Whom to trust is part of what jobs are given.
                    certificates.serve(renewed -> {
                        assembled.reconcileAll();
                        return Uni.createFrom().voidItem();
                    });
                    PluginPermissions.denied(
                                    opened.requests(), assembled.plugins().permissionsOfVendors(), namespaces)
                            .subscribe()
                            .with(readiness::deny);
                })
                .call(dashboard::prepare);
    }

    private void endWith(AssembledController assembled) {
        endings.add(() -> {
            // Nothing calls them any more.
            assembled.closePlugins();
            return Uni.createFrom().voidItem();
        });
        // Reviews are answered to the last from what is watched.
        endings.add(assembled::stopWatching);
        endings.add(webhooks::stop);
        endings.add(reporting::stop);
        endings.add(dashboard::stop);
        // As soon as nothing is written any more: others wait for it.
        endings.add(() -> timed("others may lead", leadership.stop()));
        endings.add(() -> timed("running reconciles have ended", assembled.stopReconciling(DRAIN_LIMIT)));
    }

    private void measure(ControllerCaches caches) {
        caches.listen(new TrainJobMetrics(registry, time, leadership::isWorking));
        caches.listenToJobSets(new JobSetMetrics(registry, time, leadership::isWorking, caches::trainJob));
        registry.getPrometheusRegistry()
                .register(new TrainJobPopulationCollector(caches::everyTrainJob, leadership::isWorking));
        registry.getPrometheusRegistry()
                .register(new RuntimeSeriesCollector(caches::everyRuntime, leadership::isWorking));
        if (configuration.trainyard().metrics().perJobSeries()) {
            registry.getPrometheusRegistry()
                    .register(new JobSeriesCollector(caches::everyTrainJob, leadership::isWorking));
        }
    }

    /** Fills the caches while the ports open; completes when all that is done. */
    private Uni<Void> open(KubeClient opened, AssembledController assembled) {
        readiness.watch(assembled.informers());
        watchMetrics.show(assembled.informers()::health);
        Uni<Void> synced =
                assembled.startWatching().invoke(dashboard::begin).memoize().indefinitely();
        return together(
                synced,
                servers.openMetrics(opened),
                reporting.open(opened, assembled.caches()),
                dashboard.open(),
                rehearse(opened, assembled.plugins())
                        .chain(() -> webhooks.open(
                                (reviews, reviewTime) -> decisions(opened, assembled, reviews, reviewTime), synced)));
    }

    /** Nothing else calls plugins meanwhile: no review comes before the port is open, no reconcile before that. */
    private Uni<Void> rehearse(KubeClient opened, PluginHost plugins) {
        plugins.tellOfCalls(false);
        return new StartRehearsal(
                        loop,
                        time,
                        configuration.trainyard().rehearsal().timeLimit(),
                        StartRehearsal.MAX_ROUNDS,
                        TlsServerOptions.of(configuration.tls())
                                .secure(new HttpServerOptions(), certificates.current()),
                        (reviews, reviewTime, reader) -> new AdmissionWebhooks(
                                reader,
                                plugins.pluginsForReviews(reviewTime, reviews),
                                configuration.trainyard().admission(),
                                reviewTime),
                        opened::requestsThatGoNowhere)
                .run(plugins.plugins())
                .invoke(() -> plugins.tellOfCalls(true))
                .replaceWithVoid();
    }

    /** Called on the event loop of reviews: nothing that a decision needs may belong to another one. */
    private AdmissionWebhooks decisions(
            KubeClient opened, AssembledController assembled, EventLoop reviews, TimeSource reviewTime) {
        KubeApi requests = opened.requestsOf(reviews.context());
        assembled.caches().answerReviews(() -> Vertx.currentContext() == reviews.context(), requests);
        return new AdmissionWebhooks(
                assembled.caches().admissionReader(requests, reviewTime),
                assembled.plugins().pluginsForReviews(reviewTime, reviews),
                configuration.trainyard().admission(),
                reviewTime,
                assembled.scaling()::isAvailable);
    }

    /** Only reconciles wait for leadership; caches are warm and servers answer on every replica. */
    private void lead(AssembledController assembled) {
        LOG.atInfo().log("caches are synced");
        spareHeap.start();
        leadership.begin(assembled, request, registry).subscribe().with(started -> {}, this::fail);
    }

    private void fail(Throwable failure) {
        boolean explained = failure instanceof LoginException || failure instanceof PluginLoadException;
        if (explained) {
            LOG.atError().log("cannot start: {}", failure.getMessage());
        } else {
            LOG.atError().setCause(failure).log("cannot start");
        }
        end.complete(1);
    }

    /** Ends everything that was started; goes on with the rest when something cannot be ended. */
    Uni<Void> stop() {
        readiness.end();
        webhooks.retire(request.shutdownDelay());
        spareHeap.stop();
        leadership.end();
        return endings.run();
    }

    /** How long the successor waits depends on it. */
    private Uni<Void> timed(String what, Uni<Void> step) {
        long begun = time.nanos();
        return step.invoke(() -> LOG.atInfo()
                .addKeyValue("afterMillis", TimeUnit.NANOSECONDS.toMillis(time.nanos() - begun))
                .log(what));
    }
}
