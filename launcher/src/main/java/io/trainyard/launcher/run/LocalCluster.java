package io.trainyard.launcher.run;

import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.core.view.NoteView;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.admission.LocalWebhooks;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.UserVariables;
import io.trainyard.launcher.controller.EmbeddedController;
import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.api.request.AdmissionHook;
import io.trainyard.local.cluster.KubeletLogs;
import io.trainyard.local.cluster.KubeletStreams;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.controllers.LocalControllers;
import io.trainyard.local.definitions.Definitions;
import io.trainyard.local.kubelet.ProcessKubelet;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.time.RealTime;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster of one machine in this process: the API server, the controllers of Kubernetes and JobSet, the controller of TrainJobs and the
 * kubelet. They start at the same time as far as they can. Lives on one context; futures complete there.
 */
public final class LocalCluster {
    private static final Logger LOG = LoggerFactory.getLogger(LocalCluster.class);

    private final Vertx vertx;
    private final Context context;
    private final Timeline timeline;
    private final Future<LocalApiServer> server;
    private final Future<EmbeddedController> controller;
    private final KubeletLogs logs;
    private final KubeletStreams streams = new KubeletStreams();
    private final LocalWebhooks webhooks;
    private @Nullable Future<LocalControllers> controllers;
    private @Nullable Future<ProcessKubelet> kubelet;
    private @Nullable Future<Void> controllersStopped;

    private LocalCluster(
            Context context,
            PluginSource plugins,
            PluginClassLoaders classes,
            UnaryOperator<LocalApiOptions> apiServer,
            Timeline timeline) {
        this.vertx = context.owner();
        this.context = context;
        this.timeline = timeline;
        this.logs = new KubeletLogs(vertx);
        this.webhooks = new LocalWebhooks(context, new RealTime(vertx));
        this.server = onWorker(() -> serverOptions(apiServer))
                .compose(options -> LocalApiServer.start(vertx, options))
                .onSuccess(started -> timeline.mark("API server"));
        this.controller = server.compose(started -> startController(started, plugins, classes))
                .onSuccess(started -> timeline.mark("controller of TrainJobs"))
                .onSuccess(started -> webhooks.serve(started.webhooks()))
                .onFailure(webhooks::giveUp);
    }

    /**
     * Starts the API server, and then the controller of TrainJobs. Call it on the context.
     *
     * @param classes where class loaders of plugins come from
     * @param apiServer what the API server is to be like
     */
    static LocalCluster start(
            Context context,
            PluginSource plugins,
            PluginClassLoaders classes,
            UnaryOperator<LocalApiOptions> apiServer,
            Timeline timeline) {
        return new LocalCluster(context, plugins, classes, apiServer, timeline);
    }

    private LocalApiOptions serverOptions(UnaryOperator<LocalApiOptions> apiServer) {
        LocalApiOptions options = LocalAdmission.addTo(
                apiServer
                        .apply(LocalApiOptions.DEFAULT)
                        .withDefinitions(Definitions.load())
                        .withLogs(logs)
                        .withStreaming(streams),
                ControllerOptions.DEFAULT);
        for (AdmissionHook hook : webhooks.hooks()) {
            options = options.withHook(hook);
        }
        return options;
    }

    private Future<EmbeddedController> startController(
            LocalApiServer started, PluginSource plugins, PluginClassLoaders classes) {
        return EmbeddedController.start(context, new DirectApiServer(started.direct()), plugins, classes);
    }

    /** The API server, when it answers. */
    public Future<LocalApiServer> server() {
        return server;
    }

    /** Starts what depends on the input, once the API server is there. Completes when everything runs. */
    public Future<Void> complete(KubeletOptions options, ControllerOptions features) {
        Future<LocalControllers> startedControllers = server.compose(started -> LocalControllers.start(
                        vertx, started.client("kube-controller-manager"), new RealTime(vertx), features))
                .onSuccess(running -> timeline.mark("controllers of Jobs and JobSets"));
        Future<ProcessKubelet> startedKubelet = server.compose(started -> ProcessKubelet.start(
                                vertx,
                                started.client("kubelet"),
                                options.reportingTo(this::statusServer),
                                UserVariables.ofProcess())
                        .onSuccess(running -> {
                            logs.serve(running.logs());
                            streams.serve(running.streaming());
                        }))
                .onSuccess(running -> timeline.mark("kubelet"));
        controllers = startedControllers;
        kubelet = startedKubelet;
        return Future.all(startedControllers, startedKubelet, controller).mapEmpty();
    }

    /** The logs of its pods. Call it after {@link #complete} has completed. */
    public PodLogs logs() {
        if (kubelet == null) {
            throw new IllegalStateException("there is no kubelet yet");
        }
        return kubelet.result().logs();
    }

    /**
     * What a page shows of it; made at the first call.
     *
     * @param notes what it says of each job besides; asked again and again, on any thread
     */
    public Future<JobViews> views(Supplier<List<NoteView>> notes) {
        return controller.compose(running -> running.views(context, notes));
    }

    /** Where programs report their progress; empty as long as nobody listens. For any thread. */
    private Optional<String> statusServer() {
        return controller.succeeded() ? Optional.of(controller.result().statusServer()) : Optional.empty();
    }

    /** Writes what programs reported of themselves and is not written yet. */
    public Future<Void> writeReports() {
        return stopped(controller, running -> running.writeReports(context));
    }

    /** As {@link #stopPrograms}, for whoever ends programs that could go on: they are interrupted, and told to end when most of that time is over. */
    public Future<Void> interruptPrograms(Duration grace) {
        if (kubelet != null) {
            kubelet.onSuccess(ProcessKubelet::interruptFirst);
        }
        return stopPrograms(grace);
    }

    /** Stops all programs; those that do not end within {@code grace} are killed. Completes when none is left. */
    public Future<Void> stopPrograms(Duration grace) {
        return kubelet == null
                ? Future.succeededFuture()
                : kubelet.compose(running -> running.stop(grace)).recover(LocalCluster::tell);
    }

    /** Stops everything that answers changes of objects with changes of others, so that what happens from now on is left to who comes after. */
    public Future<Void> stopControllers() {
        Future<Void> stopping = controllersStopped;
        if (stopping == null) {
            stopping = stopped(controller, running -> running.stop(context))
                    .compose(done -> stopped(controllers, LocalControllers::stop));
            controllersStopped = stopping;
        }
        return stopping;
    }

    /** Stops the rest. */
    public Future<Void> stop() {
        return stopControllers().compose(done -> stopped(server, LocalApiServer::stop));
    }

    private static <T> Future<Void> stopped(@Nullable Future<T> part, Function<T, Future<Void>> stop) {
        // What was not started has nothing to stop, and said so when it failed.
        return part == null || !part.succeeded()
                ? Future.succeededFuture()
                : stop.apply(part.result()).recover(LocalCluster::tell);
    }

    private static Future<Void> tell(Throwable failure) {
        LOG.warn("not everything stopped gracefully", failure);
        return Future.succeededFuture();
    }

    @Blocking("hands work to a thread that may wait")
    private <T> Future<T> onWorker(Callable<T> work) {
        return vertx.executeBlocking(work, false);
    }
}
