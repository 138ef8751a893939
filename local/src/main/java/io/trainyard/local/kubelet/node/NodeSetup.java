package io.trainyard.local.kubelet.node;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.record.EventRecorder;
import io.trainyard.local.files.PrivateFiles;
import io.trainyard.local.kubelet.engine.EngineExecutor;
import io.trainyard.local.kubelet.environment.HostVariables;
import io.trainyard.local.kubelet.gpu.Gpu;
import io.trainyard.local.kubelet.gpu.GpuDetection;
import io.trainyard.local.kubelet.gpu.GpuPool;
import io.trainyard.local.kubelet.gpu.VisibleDevices;
import io.trainyard.local.kubelet.image.ImageTable;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.kubelet.naming.AddressBlock;
import io.trainyard.local.kubelet.naming.AddressBook;
import io.trainyard.local.kubelet.naming.PortMap;
import io.trainyard.local.kubelet.options.ExecutorKind;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.probe.ActionRunner;
import io.trainyard.local.kubelet.process.ContainerExecutor;
import io.trainyard.local.kubelet.process.ProcessExecutor;
import io.trainyard.local.kubelet.volume.MountLinks;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Looks at this machine and puts together what all pods of the node share. */
public final class NodeSetup {
    private final Vertx vertx;
    private final ApiClient client;
    private final KubeletOptions options;
    private final TimeSource time;
    private final WorkerExecutor workers;
    private final Map<String, String> environment;

    /**
     * Nothing happens before {@link #run}.
     *
     * @param environment variables of this process
     */
    public NodeSetup(
            Vertx vertx,
            ApiClient client,
            KubeletOptions options,
            TimeSource time,
            WorkerExecutor workers,
            Map<String, String> environment) {
        this.vertx = vertx;
        this.client = client;
        this.options = options;
        this.time = time;
        this.workers = workers;
        this.environment = environment;
    }

    private record Survey(
            AddressBlock block, GpuPool gpus, Map<String, String> host, Map<String, String> capacity, PathView paths) {}

    /** The node; fails when this machine cannot run containers as the options ask for. */
    public Future<NodeContext> run(PodLogs logs) {
        return workers.executeBlocking(this::look, false).compose(survey -> executor(survey)
                .map(executor -> node(survey, executor, logs))
                .recover(cause -> release(survey, cause)));
    }

    private Survey look() throws IOException, InterruptedException {
        Path run = options.folders().run();
        PrivateFiles.createFolders(run);
        PrivateFiles.createFolders(run.resolve("pods"));
        PrivateFiles.close(run.resolve("pods"));
        List<Gpu> gpus = options.programs().gpus().isPresent()
                ? options.programs().gpus().get().stream().map(Gpu::parse).toList()
                : GpuDetection.detect(environment);
        GpuPool pool = new GpuPool(gpus, options.programs().sharesGpus());
        Map<String, String> host =
                HostVariables.select(environment, options.programs().inherited());
        host.putAll(VisibleDevices.ofOthers(
                !gpus.isEmpty() || options.programs().gpus().isPresent(), environment));
        Map<String, String> capacity = new LinkedHashMap<>(Machine.capacity(run));
        capacity.putAll(pool.capacity());
        PathView paths = PathView.choose(options, environment.getOrDefault("PATH", ""));
        boolean images = options.programs().executor().usesImages();
        return new Survey(images ? AddressBlock.claimPrivate() : AddressBlock.claim(), pool, host, capacity, paths);
    }

    private Future<ContainerExecutor> executor(Survey survey) {
        ExecutorKind kind = options.programs().executor();
        Path run = options.folders().run();
        if (kind == ExecutorKind.process) {
            return ProcessExecutor.create(
                    vertx, workers, time, run, survey.paths().view(), options.console());
        }
        // The same for every kubelet in this folder, and for no other: what is left behind can be found again.
        String name = UUID.nameUUIDFromBytes(run.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .toString()
                .substring(0, 13);
        return EngineExecutor.create(
                vertx, workers, kind.toString(), name, survey.block().prefix(), environment);
    }

    private Future<NodeContext> release(Survey survey, Throwable cause) {
        return workers.executeBlocking(
                        () -> {
                            survey.block().close();
                            return null;
                        },
                        false)
                .transform(closed -> Future.failedFuture(cause));
    }

    private NodeContext node(Survey survey, ContainerExecutor executor, PodLogs logs) {
        KubeletOptions resolved = survey.paths().view().showsMounts() ? options : options.withoutNamespaces();
        OwnerFinder owners = new OwnerFinder(client);
        EventRecorder events = new EventRecorder(client, time, "kubelet", options.nodeName());
        return new NodeContext(
                resolved,
                client,
                time,
                workers,
                executor,
                survey.block(),
                new AddressBook(survey.block()::address),
                new PortMap(),
                survey.gpus(),
                new ImageTable(options.programs().images(), options.programs().initializer()),
                new ActionRunner(vertx, time),
                events,
                owners,
                new PathNotice(survey.paths().problem(), events, owners),
                logs,
                new MountLinks(options.folders().run()),
                survey.host(),
                environment,
                survey.capacity());
    }
}
