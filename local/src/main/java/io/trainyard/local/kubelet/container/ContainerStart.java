package io.trainyard.local.kubelet.container;

import io.trainyard.local.kubelet.environment.ConfigurationException;
import io.trainyard.local.kubelet.environment.DownwardApi;
import io.trainyard.local.kubelet.environment.References;
import io.trainyard.local.kubelet.files.RealPaths;
import io.trainyard.local.kubelet.gpu.GpuPool;
import io.trainyard.local.kubelet.launch.EnvironmentFile;
import io.trainyard.local.kubelet.launch.LaunchBuilder;
import io.trainyard.local.kubelet.launch.OwnProgram;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.process.ContainerLaunch;
import io.trainyard.local.kubelet.process.RunningContainer;
import io.trainyard.local.kubelet.sandbox.PodSetup;
import io.trainyard.local.kubelet.sandbox.ReferencedDataLoader;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.MountSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The way of a container from its spec to a running program. On the event loop. */
final class ContainerStart {
    private final NodeContext node;
    private final PodSpec pod;
    private final ContainerSpec container;
    private final PodSetup setup;
    private final PodFolder folder;

    ContainerStart(NodeContext node, PodSpec pod, ContainerSpec container, PodSetup setup, PodFolder folder) {
        this.node = node;
        this.pod = pod;
        this.container = container;
        this.setup = setup;
        this.folder = folder;
    }

    /**
     * A running container.
     *
     * @param launch what it was started with
     */
    record Started(RunningContainer container, ContainerLaunch launch) {}

    /**
     * Starts it.
     *
     * @param runs how often it was started before
     * @return fails with {@link io.trainyard.local.kubelet.process.StartException} when the program cannot be started, and with other exceptions
     *     when it could not even be tried
     */
    Future<Started> run(int runs) {
        return new ReferencedDataLoader(node.client())
                .load(pod, References.of(container))
                .map(sources -> builder().build(container, sources))
                .compose(result -> {
                    tell(result);
                    ContainerLaunch launch = result.launch();
                    return node.blocking(() -> {
                                makeFiles(runs, result);
                                return null;
                            })
                            .compose(nothing -> linkMounts(result))
                            .compose(nothing -> node.executor().start(launch))
                            .map(running -> new Started(running, launch));
                })
                .onFailure(cause -> {
                    releaseGpus();
                    node.logs().ended(pod.namespace(), pod.name(), container.name());
                });
    }

    void releaseGpus() {
        node.gpus().release(key());
    }

    private String key() {
        return pod.uid() + "/" + container.name();
    }

    private LaunchBuilder builder() {
        GpuPool.Assignment gpus = node.gpus().assign(key(), container);
        if (!gpus.warning().isEmpty()) {
            node.events().warning(pod.reference(), "InsufficientGPUs", gpus.warning());
        }
        DownwardApi downwardApi = setup.downwardApi();
        return new LaunchBuilder(
                node.options(),
                node.images(),
                downwardApi,
                folder,
                setup.volumes(),
                setup.names(),
                setup.group(),
                node.host(),
                gpus.gpus(),
                setup.own().map(given -> new OwnProgram(given, node.shell())));
    }

    private void tell(LaunchBuilder.Result result) {
        if (!node.options().folders().linksMounts()) {
            node.pathNotice().starting(pod, result.launch());
        }
        if (!result.environment().invalidNames().isEmpty()) {
            node.events()
                    .warning(
                            pod.reference(),
                            "InvalidEnvironmentVariableNames",
                            "keys of container " + container.name() + " that are no names of variables were skipped: "
                                    + result.environment().invalidNames());
        }
    }

    private Future<Void> linkMounts(LaunchBuilder.Result result) {
        if (!node.options().folders().linksMounts()) {
            return Future.succeededFuture();
        }
        Map<String, Path> targets = new LinkedHashMap<>();
        container
                .mounts()
                .forEach(mount ->
                        targets.put(mount.mountPath(), result.launch().mounts().get(mount.mountPath())));
        return node.blocking(() -> node.links().add(pod.uid(), targets)).map(problems -> {
            if (!problems.isEmpty()) {
                node.events()
                        .warning(pod.reference(), "MountPathsNotLinked", "no links for " + String.join(", ", problems));
            }
            return null;
        });
    }

    private void makePart(MountSpec mount, Path part) throws IOException {
        Path volume = setup.volumes().get(mount.volume());
        // A program that ran before may have put a link in its place.
        if (volume != null && !RealPaths.isWithin(part, List.of(volume))) {
            throw new ConfigurationException(
                    "volumeMounts: subPath " + mount.subPath() + " leaves its volume by a link");
        }
        if (!Files.exists(part)) {
            Files.createDirectories(part);
        }
    }

    private void makeFiles(int runs, LaunchBuilder.Result result) throws IOException {
        // First, so that a log that is there is one that is written to: a reader who follows it waits for the program.
        node.logs().begun(pod.namespace(), pod.name(), container.name());
        folder.beginRun(container.name(), runs);
        EnvironmentFile.write(folder.environment(container.name()), result);
        for (MountSpec mount : container.mounts()) {
            Path part = result.launch().mounts().get(mount.mountPath());
            // A part of a volume that does not exist is made as a folder, as in a cluster.
            boolean isPart =
                    !mount.subPath().isEmpty() || !mount.subPathExpression().isEmpty();
            if (isPart && part != null) {
                makePart(mount, part);
            }
        }
        if (!node.options().programs().executor().usesImages()) {
            MountPoints.make(result.launch(), folder);
        }
    }
}
