package io.trainyard.core.controller;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.trainyard.core.compile.StatusReporting;
import io.trainyard.core.config.ElasticSettings;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.inspect.JobInspector;
import io.trainyard.core.jobset.InPlaceScaling;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.core.metrics.ReconcileMetrics;
import io.trainyard.core.metrics.ReconcilerMeters;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.runtime.SnapshotKey;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.view.Cause;
import io.trainyard.core.why.Causes;
import io.trainyard.spi.Plugin;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** The controller in the JVM of a test, against a real API server, with the plugins of the core. */
final class RunningController implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(180);

    /** All replicas of an installation have one. */
    private static final SnapshotKey KEY = SnapshotKey.random();

    private final Vertx vertx = Vertx.vertx();
    private final KubeClient client;
    private final Informers informers;
    private final TrainJobController controller;
    private final Executor vertxLoop;
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    private RunningController(Path kubeconfig, Plugin... further) {
        Context context = vertx.getOrCreateContext();
        Executor loop = task -> {
            if (Vertx.currentContext() == context) {
                task.run();
            } else {
                context.runOnContext(ignored -> task.run());
            }
        };
        vertxLoop = loop;
        var time = new VertxTimeSource(context);
        client = await(KubeClient.open(
                        context,
                        ClientOptions.defaults().withKubeconfig(kubeconfig).withMissingKindCheck(Duration.ofSeconds(1)),
                        RequestObserver.NONE)
                .subscribeAsCompletionStage());
        KubeApi api = client.requests();
        informers = client.informers();
        CompletableFuture<TrainJobController> made = new CompletableFuture<>();
        loop.execute(() -> {
            ControllerCaches world = new ControllerCaches(informers, api, time, KEY, SizeLimits.DEFAULT);
            List<Plugin> plugins = new ArrayList<>(List.of(further));
            plugins.add(new PlainPlugin());
            made.complete(new TrainJobController(new TrainJobController.Setup(
                    api,
                    informers,
                    world,
                    Plugins.of(plugins.toArray(Plugin[]::new)),
                    time,
                    loop,
                    ReconcilerMeters.register(metrics, time, 32),
                    32,
                    false,
                    Optional.empty(),
                    new InPlaceScaling(ElasticSettings.DEFAULT, time),
                    StatusReporting.OFF,
                    false)));
        });
        controller = await(made);
        await(informers.start().subscribeAsCompletionStage());
        loop.execute(controller::start);
    }

    static RunningController start(Path kubeconfig, Plugin... further) {
        return new RunningController(kubeconfig, further);
    }

    /** What {@code trainyard why} says of a job. */
    Cause why(String namespace, String name) {
        return await(new JobInspector(client.requests(), Clock.systemUTC())
                .inspect(namespace, name)
                .map(found -> Causes.of(found.orElseThrow()))
                .runSubscriptionOn(vertxLoop)
                .subscribeAsCompletionStage());
    }

    /** Passes that ended so far, by the value of the label {@code result}. */
    double passes(String result) {
        return metrics.get("controller.runtime.reconcile")
                .tag("controller", ReconcileMetrics.TRAIN_JOB_CONTROLLER)
                .tag("result", result)
                .counter()
                .count();
    }

    /** Ends in good order: running passes finish first. */
    @Override
    public void close() {
        CompletableFuture<Void> drained =
                controller.stop().subscribeAsCompletionStage().toCompletableFuture();
        await(drained);
        kill();
    }

    /** Ends at once, whatever is under way. */
    void kill() {
        await(informers.stop().subscribeAsCompletionStage());
        await(client.close().subscribeAsCompletionStage());
        await(vertx.close().toCompletionStage().toCompletableFuture());
    }

    private static <T> T await(java.util.concurrent.CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the controller did not start or stop in time", e);
        }
    }
}
