package io.trainyard.launcher.service;

import io.trainyard.foundation.json.Json;
import io.trainyard.launcher.cli.process.BuildInfo;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.cli.service.LocalService;
import io.trainyard.launcher.run.LocalCluster;
import io.trainyard.launcher.run.PreparedRun;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.page.RunLogs;
import io.trainyard.launcher.run.page.RunPage;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.Indexer;
import io.trainyard.local.client.cache.Reflector;
import io.trainyard.local.files.PrivateFiles;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.process.OrphanedProcesses;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One service from its first request to its last. Lives on one context. */
final class ServiceLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceLifecycle.class);
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Vertx vertx;
    private final LocalService.Request request;
    private final ServiceFolder folder;
    private final LocalCluster cluster;
    private final Indexer pods = new Indexer();
    private final RunPage page;
    private final PreparedRun base;
    private ServiceStatus status;
    private @Nullable Reflector reflector;

    /**
     * @param base with a cluster that is starting
     * @param status what was written to the folder at first
     * @param secret part of the address of the page
     * @param pagePort 0 for any
     */
    ServiceLifecycle(
            PreparedRun base, LocalService.Request request, ServiceStatus status, String secret, int pagePort) {
        this.vertx = base.vertx();
        this.base = base;
        this.request = request;
        this.folder = request.folder();
        this.cluster = base.cluster();
        this.status = status;
        this.page = new RunPage(
                vertx,
                base.time(),
                new LocalRun.Page(true, false, pagePort),
                new RunPage.Content(
                        () -> cluster.views(List::of),
                        new RunLogs(
                                vertx,
                                task -> base.context().runOnContext(ignored -> task.run()),
                                () -> pods.all().stream().map(PodSnapshot::of).toList(),
                                () -> Optional.of(cluster.logs()))),
                LOG::info,
                folder.root(),
                secret);
    }

    /** Starts everything; completes when users can be told. */
    Future<ServiceStatus> start() {
        return cluster.server().compose(server -> endOrphanedProcesses()
                .compose(ended -> cluster.complete(kubelet(), request.machine().controllers()))
                .compose(running -> new PresetObjects(server)
                        .apply(PresetObjects.with(
                                request.objects(), BuildInfo.current().version())))
                .compose(applied -> watchPods(server))
                .compose(watched -> {
                    page.open();
                    return page.address();
                })
                .compose(address -> announce(server, address.orElse(""))));
    }

    private KubeletOptions kubelet() {
        return request.machine().kubelet(folder.asRun(), folder.state());
    }

    /** What a service that was killed together with its guard has left. */
    private Future<Void> endOrphanedProcesses() {
        return vertx.executeBlocking(() -> OrphanedProcesses.end(folder.root()), false)
                .onSuccess(ended -> {
                    if (!ended.isEmpty()) {
                        LOG.warn("ended what a killed service had left: {}", String.join(", ", ended));
                    }
                })
                .onFailure(unreadable -> LOG.warn("what an earlier service left cannot be looked at", unreadable))
                .otherwise(List.of())
                .mapEmpty();
    }

    private Future<Void> watchPods(LocalApiServer server) {
        Reflector watching =
                new Reflector(server.client("trainyard-up"), base.time(), Resource.PODS, ListOptions.ALL, pods);
        reflector = watching;
        return watching.start();
    }

    private Future<ServiceStatus> announce(LocalApiServer server, String address) {
        ServiceStatus up = status.up(server.url(), address);
        status = up;
        return vertx.executeBlocking(
                () -> {
                    PrivateFiles.replace(
                            folder.kubeconfig(), Json.bytes(server.kubeconfig().toTree()));
                    folder.write(up);
                    return up;
                },
                false);
    }

    /**
     * Ends everything in good order; always succeeds. Controllers end first: what becomes of pods that are stopped here is decided when the service is up again,
     * as after the shutdown of a node.
     */
    Future<Void> stop() {
        Duration grace = request.machine().grace().orElse(GRACE);
        return quietly("what the programs reported is not all written", cluster.writeReports())
                .compose(done -> quietly("not all controllers were stopped", cluster.stopControllers()))
                .compose(done -> quietly("not all programs were stopped", cluster.interruptPrograms(grace)))
                .compose(done -> quietly("the page was not closed", page.close()))
                .compose(done -> {
                    if (reflector != null) {
                        reflector.stop();
                    }
                    return quietly("not everything was stopped", cluster.stop());
                });
    }

    private static Future<Void> quietly(String complaint, Future<Void> step) {
        return step.recover(failure -> {
            LOG.warn("{}", complaint, failure);
            return Future.succeededFuture();
        });
    }
}
