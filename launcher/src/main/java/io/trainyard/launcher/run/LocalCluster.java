package io.trainyard.launcher.run;

import io.trainyard.core.time.Blocking;
import io.trainyard.launcher.cli.LocalRun;
import io.trainyard.launcher.controller.EmbeddedController;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.controllers.LocalControllers;
import io.trainyard.local.definitions.Definitions;
import io.trainyard.local.kubelet.ProcessKubelet;
import io.trainyard.local.kubelet.logs.ContainerLogs;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.time.RealTime;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster of one machine in this process: the API server, the controllers of Kubernetes and JobSet, the controller of TrainJobs and the
 * kubelet. They start at the same time as far as they can. Lives on one context; futures complete there.
 */
final class LocalCluster {
    private static final Logger LOG = LoggerFactory.getLogger(LocalCluster.class);

    private final Vertx vertx;
    private final Context context;
    private final LocalRun.Request request;
    private final RunFolder folder;
    private final Timeline timeline;
    private @Nullable LocalApiServer server;
    private @Nullable Future<ProcessKubelet> kubelet;
    private @Nullable Future<LocalControllers> controllers;
    private @Nullable Future<EmbeddedController> controller;

    LocalCluster(Context context, LocalRun.Request request, RunFolder folder, Timeline timeline) {
        this.vertx = context.owner();
        this.context = context;
        this.request = request;
        this.folder = folder;
        this.timeline = timeline;
    }

    /** Starts everything; completes when objects may be created. What runs them may still be starting. */
    Future<LocalApiServer> start() {
        return onWorker(this::serverOptions)
                .compose(options -> LocalApiServer.start(vertx, options))
                .compose(started -> {
                    server = started;
                    timeline.mark("API server");
                    return onWorker(() -> writeKubeconfigs(started));
                })
                .onSuccess(started -> {
                    startController(started);
                    startControllers(started);
                    startKubelet(started);
                });
    }

    private LocalApiOptions serverOptions() {
        LocalApiOptions options = LocalApiOptions.DEFAULT
                .withPort(request.limits().port())
                .withDefinitions(Definitions.load());
        return LocalAdmission.addTo(options, Machine.features(request.machine()));
    }

    private LocalApiServer writeKubeconfigs(LocalApiServer started) {
        started.writeKubeconfig(folder.kubeconfig());
        request.limits().kubeconfig().ifPresent(started::writeKubeconfig);
        return started;
    }

    private void startKubelet(LocalApiServer started) {
        kubelet = ProcessKubelet.start(
                        vertx, started.client("kubelet"), Machine.kubelet(request.machine(), folder, request.state()))
                .onSuccess(running -> {
                    started.serveLogs(new ContainerLogs(vertx, running.logs()));
                    timeline.mark("kubelet");
                });
    }

    private void startControllers(LocalApiServer started) {
        controllers = LocalControllers.start(
                        vertx,
                        started.client("kube-controller-manager"),
                        new RealTime(vertx),
                        Machine.features(request.machine()))
                .onSuccess(running -> timeline.mark("controllers of Jobs and JobSets"));
    }

    private void startController(LocalApiServer started) {
        controller = EmbeddedController.start(context, folder.kubeconfig(), request.plugins())
                .onSuccess(running -> timeline.mark("controller of TrainJobs"));
    }

    /** Completes when everything runs; fails when something cannot be started. Call it after {@link #start} has completed. */
    Future<Void> running() {
        return Future.all(started(kubelet), started(controllers), started(controller))
                .mapEmpty();
    }

    private static <T> Future<T> started(@Nullable Future<T> part) {
        return part == null ? Future.failedFuture("not started") : part;
    }

    /** The logs of its pods. Call it after {@link #running} has completed. */
    PodLogs logs() {
        if (kubelet == null) {
            throw new IllegalStateException("there is no kubelet yet");
        }
        return kubelet.result().logs();
    }

    /** Stops all programs; those that do not end within {@code grace} are killed. Completes when none is left. */
    Future<Void> stopPrograms(Duration grace) {
        return kubelet == null
                ? Future.succeededFuture()
                : kubelet.compose(running -> running.stop(grace)).recover(LocalCluster::tell);
    }

    /** Stops the rest. */
    Future<Void> stop() {
        return stopped(controller, running -> running.stop(context))
                .compose(done -> stopped(controllers, LocalControllers::stop))
                .compose(done -> server == null ? Future.succeededFuture() : server.stop())
                .recover(LocalCluster::tell);
    }

    private static <T> Future<Void> stopped(
            @Nullable Future<T> part, java.util.function.Function<T, Future<Void>> stop) {
        // What was not started has nothing to stop, and said so when it failed.
        return part == null || !part.succeeded()
                ? Future.succeededFuture()
                : stop.apply(part.result()).recover(LocalCluster::tell);
    }

    private static Future<Void> tell(Throwable failure) {
        LOG.warn("not everything was stopped in good order", failure);
        return Future.succeededFuture();
    }

    @Blocking("hands work to a thread that may wait")
    private <T> Future<T> onWorker(java.util.concurrent.Callable<T> work) {
        return vertx.executeBlocking(work, false);
    }
}
