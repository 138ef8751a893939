package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.compile.StatusReporting;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.config.ElasticSettings;
import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.InProcessApiServer;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.core.metrics.ReportMetrics;
import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.core.report.http.LoopbackAccess;
import io.trainyard.core.runtime.SnapshotKey;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.view.NoteView;
import io.trainyard.dashboard.cache.ControllerViews;
import io.trainyard.dashboard.view.ControllerView;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.BuildInfo;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The controller of TrainJobs inside another process: the same reconciler, plugins and decisions about objects as in a cluster, but no leader election, no
 * probes, no metrics, no port for webhooks. Lives on one event loop.
 */
public final class EmbeddedController {
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(2);

    /** Between two writes of progress; one user looks at it, and nobody else pays. */
    private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

    /** TensorFlow listens on all addresses of the machine that the pods share. */
    private static final Map<String, Map<String, Object>> ONE_MACHINE =
            Map.of("tensorflow", Map.of("portOfEachPod", true));

    private final KubeClient client;
    private final AssembledController controller;
    private final AdmissionWebhooks webhooks;
    private final ProgressServer progress;
    private final String statusServer;
    private final EventLoop loop;
    private final Instant started;
    private @Nullable Uni<JobViews> views;
    private @Nullable Informers informers;

    private EmbeddedController(
            EventLoop loop, KubeClient client, AssembledController controller, ProgressServer progress) {
        this.loop = loop;
        this.started = new VertxTimeSource(loop.context()).now();
        this.client = client;
        this.controller = controller;
        this.webhooks = decisions(loop, client, controller);
        this.progress = progress;
        this.statusServer = "http://127.0.0.1:" + progress.port();
    }

    /**
     * Starts a controller; completes when its caches are full and it reconciles.
     *
     * @param context its event loop
     * @param server the API server; no configuration is read, so no other one can be meant
     * @param classes where class loaders of plugins come from
     */
    public static Future<EmbeddedController> start(
            Context context, InProcessApiServer server, PluginSource plugins, PluginClassLoaders classes) {
        EventLoop loop = new EventLoop(context);
        ClientOptions options = ClientOptions.defaults().withLimits(RequestLimits.DEFAULT.withRate(0, 0));
        Uni<EmbeddedController> started = KubeClient.open(context, options, server)
                .chain(client ->
                        begin(loop, client, plugins, classes).onFailure().call(failure -> quietly(client.close())));
        return Future.fromCompletionStage(started.subscribeAsCompletionStage(), context);
    }

    private static Uni<EmbeddedController> begin(
            EventLoop loop, KubeClient client, PluginSource plugins, PluginClassLoaders classes) {
        ProgressServer progress = new ProgressServer(
                loop,
                new ProgressServer.Options(
                        new BindAddress("127.0.0.1", 0),
                        MIN_INTERVAL,
                        RequestLimits.DEFAULT.withRate(0, 0),
                        () -> true,
                        new ReportMetrics(new SimpleMeterRegistry())));
        return AssembledController.assemble(new AssembledController.Parts(
                        loop,
                        new VertxTimeSource(loop.context()),
                        client.requests(),
                        client.informers(),
                        plugins,
                        ONE_MACHINE,
                        classes,
                        unused -> {},
                        new SimpleMeterRegistry(),
                        AssembledController.MAX_CONCURRENT_RECONCILES,
                        true,
                        // Claims are folders here, so there is nothing that could be missing.
                        Optional.of(InitializerClaim.FOLDER),
                        ElasticSettings.DEFAULT,
                        // The kubelet of this machine tells programs where to report.
                        StatusReporting.OFF,
                        false,
                        // Nothing of its API server outlives this process.
                        SnapshotKey.random(),
                        SizeLimits.DEFAULT))
                .invoke(assembled -> progress.listen(assembled.caches()))
                .call(assembled -> Uni.join()
                        .all(
                                assembled.startWatching(),
                                progress.open(
                                        client,
                                        assembled.caches(),
                                        new HttpServerOptions(),
                                        (api, time) -> new LoopbackAccess()))
                        .andFailFast())
                .invoke(AssembledController::startReconciling)
                .map(controller -> new EmbeddedController(loop, client, controller, progress));
    }

    private static AdmissionWebhooks decisions(EventLoop loop, KubeClient client, AssembledController controller) {
        TimeSource time = new VertxTimeSource(loop.context());
        return new AdmissionWebhooks(
                controller.caches().admissionReader(client.requests(), time),
                controller.plugins().plugins(),
                AdmissionSettings.DEFAULT,
                time,
                controller.scaling()::isAvailable);
    }

    /** What admission says of TrainJobs and runtimes; to be asked on the controller's event loop. */
    public AdmissionWebhooks webhooks() {
        return webhooks;
    }

    /** Where programs of this machine report their progress: a URL without path. */
    public String statusServer() {
        return statusServer;
    }

    /**
     * What a page shows, out of the caches; made at the first call, because a run whose page nobody looks at needs nothing of it. On the event loop;
     * completes when everything that there is is known.
     *
     * @param notes what it says of each job besides; asked again and again, on any thread
     */
    public Future<JobViews> views(Context context, Supplier<List<NoteView>> notes) {
        if (views == null) {
            views = makeViews(notes).memoize().indefinitely();
        }
        return Future.fromCompletionStage(views.subscribeAsCompletionStage(), context);
    }

    private Uni<JobViews> makeViews(Supplier<List<NoteView>> notes) {
        Informers ofThePage = client.informers();
        informers = ofThePage;
        ControllerViews made = new ControllerViews(
                new ControllerViews.Setup(
                        controller.caches(),
                        ofThePage,
                        client.requests(),
                        new VertxTimeSource(loop.context()),
                        loop,
                        progress,
                        this::view,
                        objects -> Uni.createFrom().item(notes.get()),
                        controller::trace,
                        List.of()),
                started.truncatedTo(ChronoUnit.SECONDS));
        return ofThePage.start().invoke(made::begin).replaceWith(made);
    }

    private ControllerView view() {
        return new ControllerView(
                BuildInfo.current().version(),
                "this machine",
                0,
                0,
                Optional.empty(),
                ControllerFacts.plugins(controller.plugins().inventory()),
                List.of());
    }

    /** Writes what programs reported, their curves too; always succeeds. */
    public Future<Void> writeReports(Context context) {
        Uni<Void> written = quietly(progress.flush()).chain(() -> quietly(progress.saveAll()));
        return Future.fromCompletionStage(written.subscribeAsCompletionStage(), context);
    }

    /** Stops it; completes, whatever goes wrong, when it has let go of everything. */
    public Future<Void> stop(Context context) {
        Uni<Void> end = quietly(controller.stopReconciling(DRAIN_LIMIT))
                .chain(() -> quietly(progress.stop()))
                .chain(() -> informers == null ? Uni.createFrom().voidItem() : quietly(informers.stop()))
                .chain(() -> quietly(controller.stopWatching()))
                .chain(() -> quietly(client.close()))
                .invoke(controller::closePlugins);
        return Future.fromCompletionStage(end.subscribeAsCompletionStage(), context);
    }

    /** The process ends soon; what cannot be closed in good order is closed by that. */
    private static Uni<Void> quietly(Uni<Void> step) {
        return step.onFailure().recoverWithNull();
    }
}
