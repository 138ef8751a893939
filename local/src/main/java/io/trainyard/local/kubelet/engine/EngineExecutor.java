package io.trainyard.local.kubelet.engine;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.files.PrivateFiles;
import io.trainyard.local.kubelet.process.ContainerExecutor;
import io.trainyard.local.kubelet.process.ContainerLaunch;
import io.trainyard.local.kubelet.process.PodSandbox;
import io.trainyard.local.kubelet.process.RunningContainer;
import io.trainyard.local.kubelet.process.StartException;
import io.trainyard.local.kubelet.tool.Tool;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs containers from their images: one network for all pods of the kubelet, one network name space for each pod. */
public final class EngineExecutor implements ContainerExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(EngineExecutor.class);
    private static final long LIMIT_SECONDS = 30;
    private static final long PULL_SECONDS = 3600;

    private final Vertx vertx;
    private final WorkerExecutor workers;
    private final EngineCommands commands;
    private final AtomicInteger starts = new AtomicInteger();

    private EngineExecutor(Vertx vertx, WorkerExecutor workers, EngineCommands commands) {
        this.vertx = vertx;
        this.workers = workers;
        this.commands = commands;
    }

    /**
     * Starts an executor.
     *
     * @param name {@code docker} or {@code podman}
     * @param run names the run; what an earlier kubelet of the same run has left behind is removed
     * @param prefix of the addresses of pods, such as {@code 10.77.}
     * @param environment PATH is where the program is looked for
     * @return fails with {@link StartException} when there is no such program, or no engine behind it
     */
    public static Future<ContainerExecutor> create(
            Vertx vertx,
            WorkerExecutor workers,
            String name,
            String run,
            String prefix,
            Map<String, String> environment) {
        return workers.executeBlocking(
                () -> {
                    Path program = Tool.find(name, environment.getOrDefault("PATH", ""))
                            .orElseThrow(() -> new StartException("--executor " + name + ": there is no program " + name
                                    + " on the PATH; install it, or use --executor process"));
                    EngineCommands commands = new EngineCommands(program.toString(), name.equals("podman"), run);
                    Tool.Answer version = Tool.run(commands.version(), LIMIT_SECONDS);
                    if (!version.isFine()) {
                        throw new StartException(
                                "--executor " + name + ": the engine does not answer: " + version.text());
                    }
                    EngineExecutor executor = new EngineExecutor(vertx, workers, commands);
                    executor.removeAll();
                    require(commands.createNetwork(prefix), LIMIT_SECONDS);
                    return executor;
                },
                false);
    }

    @Override
    public Future<Void> runSandbox(PodSandbox sandbox) {
        if (!EngineCommands.needsSandbox(sandbox.pod())) {
            return Future.succeededFuture();
        }
        return workers.executeBlocking(
                () -> {
                    provideImage(sandbox.pod().containers().get(0).image(), "IfNotPresent");
                    Tool.run(commands.remove(List.of(EngineCommands.sandboxName(sandbox.pod()))), LIMIT_SECONDS);
                    require(commands.runSandbox(sandbox), LIMIT_SECONDS);
                    return null;
                },
                false);
    }

    @Override
    public Future<RunningContainer> start(ContainerLaunch launch) {
        return workers.executeBlocking(() -> spawn(launch), false);
    }

    private RunningContainer spawn(ContainerLaunch launch) throws IOException, InterruptedException {
        List<String> impossible = EngineCommands.impossibleMounts(launch);
        if (!impossible.isEmpty()) {
            throw new StartException("paths with a colon cannot be mounted: " + impossible);
        }
        provideImage(launch.container().image(), Tree.text(launch.container().tree(), "imagePullPolicy"));
        String name = EngineCommands.containerName(launch, starts.incrementAndGet());
        EngineEnvironment environment = EngineEnvironment.of(launch.environment());
        Path file = Files.createTempFile("trainyard-", ".env");
        try {
            PrivateFiles.write(file, environment.file().getBytes(StandardCharsets.UTF_8));
            Process process = run(launch, name, environment, file);
            // The program reads it when it starts; nobody says when it has.
            process.onExit().thenRun(() -> delete(file));
            return new EngineContainer(vertx.getOrCreateContext(), workers, commands, name, process);
        } catch (IOException e) {
            delete(file);
            throw e;
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("{} with the variables of a container cannot be deleted", file, e);
        }
    }

    private Process run(ContainerLaunch launch, String name, EngineEnvironment environment, Path file)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(commands.run(launch, name, environment, file))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(launch.log().toFile()))
                .redirectInput(new File("/dev/null"));
        builder.environment().putAll(environment.inherited());
        return builder.start();
    }

    private void provideImage(String image, String policy) throws IOException, InterruptedException {
        if (!EngineCommands.isImage(image)) {
            throw new StartException(
                    "image \"" + image + "\" is no name of an image: it must begin with a letter or a digit");
        }
        boolean present = Tool.run(commands.hasImage(image), LIMIT_SECONDS).isFine();
        if (present && !policy.equals("Always")) {
            return;
        }
        if (policy.equals("Never")) {
            throw new StartException("image " + image + " is not present, and imagePullPolicy is Never");
        }
        Tool.Answer pull = Tool.run(commands.pull(image), PULL_SECONDS);
        if (!pull.isFine() && !present) {
            throw new StartException("image " + image + " cannot be pulled: " + pull.text());
        }
        if (!pull.isFine()) {
            LOG.warn("image {} cannot be pulled, the one that is present is used: {}", image, pull.text());
        }
    }

    @Override
    public Future<Void> removeSandbox(PodSandbox sandbox) {
        if (!EngineCommands.needsSandbox(sandbox.pod())) {
            return Future.succeededFuture();
        }
        return workers.executeBlocking(
                () -> {
                    Tool.run(commands.remove(List.of(EngineCommands.sandboxName(sandbox.pod()))), LIMIT_SECONDS);
                    return null;
                },
                false);
    }

    private void removeAll() throws IOException, InterruptedException {
        Tool.Answer containers = Tool.run(commands.listContainers(), LIMIT_SECONDS);
        if (containers.isFine() && !containers.text().isEmpty()) {
            Tool.run(commands.remove(containers.text().lines().toList()), LIMIT_SECONDS);
        }
        Tool.run(commands.removeNetwork(), LIMIT_SECONDS);
    }

    @Override
    public Future<Void> close() {
        return workers.executeBlocking(
                () -> {
                    removeAll();
                    return null;
                },
                false);
    }

    /**
     * Runs a command that has to succeed.
     *
     * @throws StartException with what the engine said when it does not
     */
    static void require(List<String> command, long limitSeconds) throws IOException, InterruptedException {
        Tool.Answer answer = Tool.run(command, limitSeconds);
        if (!answer.isFine()) {
            throw new StartException(command.get(0) + " " + command.get(1) + ": " + answer.text());
        }
    }
}
