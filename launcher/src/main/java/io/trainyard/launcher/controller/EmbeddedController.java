package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.controller.ControllerCaches;
import io.trainyard.core.controller.TrainJobController;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.core.metrics.ReconcilerMeters;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The controller of TrainJobs inside another process: the same reconciler and plugins as in a cluster, but no leader election, no probes, no metrics, no
 * webhooks. Lives on one event loop.
 */
public final class EmbeddedController {
    private static final int MAX_CONCURRENT_RECONCILES = 32;
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(2);

    private final KubeClient client;
    private @Nullable Informers informers;
    private @Nullable PluginHost plugins;
    private @Nullable TrainJobController controller;

    private EmbeddedController(KubeClient client) {
        this.client = client;
    }

    /**
     * Starts a controller; completes when its caches are full and it reconciles.
     *
     * @param context its event loop
     * @param kubeconfig the API server; no other one is ever looked for
     */
    public static Future<EmbeddedController> start(Context context, Path kubeconfig, PluginSource plugins) {
        EventLoop loop = new EventLoop(context);
        ClientOptions options =
                ClientOptions.defaults().withKubeconfig(kubeconfig).withLimits(RequestLimits.DEFAULT.withRate(0, 0));
        Uni<EmbeddedController> started = KubeClient.open(context, options, RequestObserver.NONE)
                .map(EmbeddedController::new)
                .call(fresh -> fresh.begin(loop, plugins));
        return Future.fromCompletionStage(started.subscribeAsCompletionStage(), context);
    }

    private Uni<Void> begin(EventLoop loop, PluginSource source) {
        MeterRegistry registry = new SimpleMeterRegistry();
        VertxTimeSource time = new VertxTimeSource(loop.context());
        KubeApi api = client.requests();
        Informers caches = client.informers();
        informers = caches;
        ControllerCaches world = new ControllerCaches(caches, api, time);
        return LoadedPlugins.load(loop, time, source, world, registry)
                .invoke(host -> {
                    plugins = host;
                    controller = new TrainJobController(new TrainJobController.Setup(
                            api,
                            caches,
                            world,
                            host.plugins(),
                            time,
                            loop,
                            ReconcilerMeters.register(registry, time, MAX_CONCURRENT_RECONCILES),
                            MAX_CONCURRENT_RECONCILES,
                            true));
                })
                .chain(caches::start)
                .invoke(() -> {
                    if (controller != null) {
                        controller.start();
                    }
                });
    }

    /** Stops it; completes, whatever goes wrong, when it has let go of everything. */
    public Future<Void> stop(Context context) {
        Uni<Void> end = quietly(
                        controller == null
                                ? Uni.createFrom().voidItem()
                                : controller
                                        .stop()
                                        .ifNoItem()
                                        .after(DRAIN_LIMIT)
                                        .recoverWithItem((Void) null))
                .chain(() -> quietly(informers == null ? Uni.createFrom().voidItem() : informers.stop()))
                .chain(() -> quietly(client.close()))
                .invoke(() -> {
                    if (plugins != null) {
                        plugins.close();
                    }
                });
        return Future.fromCompletionStage(end.subscribeAsCompletionStage(), context);
    }

    /** The process ends soon; what cannot be closed in good order is closed by that. */
    private static Uni<Void> quietly(Uni<Void> step) {
        return step.onFailure().recoverWithNull();
    }
}
