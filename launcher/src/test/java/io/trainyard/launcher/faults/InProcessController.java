package io.trainyard.launcher.faults;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.compile.StatusReporting;
import io.trainyard.core.config.ElasticSettings;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.controller.ControllerCaches;
import io.trainyard.core.controller.TrainJobController;
import io.trainyard.core.jobset.InPlaceScaling;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.core.metrics.ReconcilerMeters;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.runtime.SnapshotKey;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.plugins.coscheduling.CoschedulingPlugin;
import io.trainyard.plugins.mpi.MpiPlugin;
import io.trainyard.testcluster.faults.FaultProxy;
import io.trainyard.testcluster.faults.ProxyClient;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * The controller of one namespace with the plugins for MPI and gangs, in the JVM of a test. It shares nothing with others: it has its own Vert.x, client,
 * caches and plugins, and its own way through the proxy. {@link #kill} cuts that way first, so that to the API server it is dead at that very moment;
 * what is left of it in this JVM can do nothing any more, and is cleared away later.
 */
final class InProcessController implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final int CONCURRENT_RECONCILES = 32;

    /** All replicas of an installation have one. */
    private static final SnapshotKey KEY = SnapshotKey.random();

    private final Vertx vertx = Vertx.vertx(
            new VertxOptions().setEventLoopPoolSize(2).setWorkerPoolSize(4).setInternalBlockingPoolSize(4));
    private final ProxyClient way;
    private final KubeClient client;
    private final Informers informers;

    private InProcessController(
            ProxyClient way, ClientOptions options, List<String> namespaces, UnaryOperator<TimeSource> clock) {
        this.way = way;
        Context context = vertx.getOrCreateContext();
        Executor loop = task -> {
            if (Vertx.currentContext() == context) {
                task.run();
            } else {
                context.runOnContext(ignored -> task.run());
            }
        };
        client = await(
                KubeClient.open(context, options.withMissingKindCheck(Duration.ofSeconds(1)), RequestObserver.NONE));
        TimeSource time = client.serverClock().correct(clock.apply(new VertxTimeSource(context)));
        KubeApi api = client.requests();
        // The past is only shown to those who permit it.
        informers =
                client.informers(namespaces).listingFromServersCache().lookingForRollbackEvery(Duration.ofSeconds(5));
        CompletableFuture<TrainJobController> made = new CompletableFuture<>();
        loop.execute(() -> made.complete(new TrainJobController(new TrainJobController.Setup(
                api,
                informers,
                new ControllerCaches(informers, api, time, KEY, SizeLimits.DEFAULT),
                Plugins.of(new PlainPlugin(), new MpiPlugin(), new CoschedulingPlugin()),
                time,
                loop,
                ReconcilerMeters.register(new SimpleMeterRegistry(), time, CONCURRENT_RECONCILES),
                CONCURRENT_RECONCILES,
                false,
                Optional.empty(),
                new InPlaceScaling(ElasticSettings.DEFAULT, time),
                StatusReporting.OFF,
                false))));
        TrainJobController controller = await(made);
        informers.start().subscribe().with(synced -> controller.start());
    }

    /** Starts it; returns before its caches are synced. */
    static InProcessController start(FaultProxy proxy, String name, Path kubeconfig, List<String> namespaces) {
        return start(proxy, name, kubeconfig, namespaces, UnaryOperator.identity(), UnaryOperator.identity());
    }

    /** As above, with another clock, and a client of other habits. */
    static InProcessController start(
            FaultProxy proxy,
            String name,
            Path kubeconfig,
            List<String> namespaces,
            UnaryOperator<TimeSource> clock,
            UnaryOperator<ClientOptions> client) {
        ProxyClient way = proxy.open(name);
        ClientOptions options = client.apply(ClientOptions.defaults().withKubeconfig(way.kubeconfig(kubeconfig)));
        return new InProcessController(way, options, namespaces, clock);
    }

    /** Its way to the API server. */
    ProxyClient way() {
        return way;
    }

    /** Ends it as SIGKILL does. What it holds in this JVM is freed later. */
    void kill() {
        way.disconnect();
        Thread remains = new Thread(this::clear, "clearing " + way.name());
        remains.setDaemon(true);
        remains.start();
    }

    private void clear() {
        informers
                .stop()
                .chain(client::close)
                .ifNoItem()
                .after(LIMIT)
                .recoverWithItem((Void) null)
                .onTermination()
                .invoke(() -> vertx.close())
                .subscribe()
                .with(done -> {}, failure -> {});
    }

    @Override
    public void close() {
        kill();
    }

    private static <T> T await(Uni<T> uni) {
        return await(uni.subscribeAsCompletionStage());
    }

    private static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the controller did not start in time", e);
        }
    }
}
