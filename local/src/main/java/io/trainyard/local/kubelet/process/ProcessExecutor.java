package io.trainyard.local.kubelet.process;

import io.trainyard.local.kubelet.process.ProcessContainer.Group;
import io.trainyard.local.time.TimeSource;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Runs containers as processes of this machine, each in a process group of its own (LOCAL-67, LOCAL-81, LOCAL-82). The image is not looked at.
 */
public final class ProcessExecutor implements ContainerExecutor {
    private static final String KUBELET_VARIABLE = "TRAINYARD_KUBELET";
    private static final String CONTAINER_VARIABLE = "TRAINYARD_CONTAINER";
    private static final int KILL_ROUNDS = 50;

    private final Vertx vertx;
    private final WorkerExecutor workers;
    private final TimeSource time;
    private final String kubelet = UUID.randomUUID().toString();
    private final List<String> session = sessionCommand();
    private final ProcessGuard guard;

    private ProcessExecutor(Vertx vertx, WorkerExecutor workers, TimeSource time) throws IOException {
        this.vertx = vertx;
        this.workers = workers;
        this.time = time;
        this.guard = ProcessGuard.start(session, KUBELET_VARIABLE + "=" + kubelet);
    }

    /** Starts an executor; its work is done by these workers. */
    public static Future<ProcessExecutor> create(Vertx vertx, WorkerExecutor workers, TimeSource time) {
        return workers.executeBlocking(() -> new ProcessExecutor(vertx, workers, time), false);
    }

    private static List<String> sessionCommand() {
        for (String folder :
                System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(File.pathSeparator)) {
            Path program = Path.of(folder).resolve("setsid");
            if (Files.isExecutable(program)) {
                return List.of(program.toString());
            }
        }
        return List.of();
    }

    @Override
    public Future<RunningContainer> start(ContainerLaunch launch) {
        return workers.executeBlocking(() -> spawn(launch), false)
                .map(group -> new ProcessContainer(vertx, workers, time, launch, group));
    }

    private Group spawn(ContainerLaunch launch) throws IOException {
        if (!Files.isDirectory(launch.workingFolder())) {
            throw new StartException("the working folder " + launch.workingFolder() + " does not exist");
        }
        String id = UUID.randomUUID().toString();
        ProcessBuilder builder = builder(
                ProgramFinder.resolve(launch.program(), launch.environment(), launch.workingFolder()),
                launch.environment(),
                launch.workingFolder());
        builder.environment().put(KUBELET_VARIABLE, kubelet);
        builder.environment().put(CONTAINER_VARIABLE, id);
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(launch.log().toFile()));
        Process process = start(builder);
        Group group = new Group(id, process, this);
        guard.add(process.pid());
        return group;
    }

    /** Starts one more program for a container; its output is lost. */
    Process spawnInside(ContainerLaunch launch, String id, List<String> program) {
        ProcessBuilder builder = builder(
                ProgramFinder.resolve(program, launch.environment(), launch.workingFolder()),
                launch.environment(),
                launch.workingFolder());
        builder.environment().put(KUBELET_VARIABLE, kubelet);
        builder.environment().put(CONTAINER_VARIABLE, id);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        return start(builder);
    }

    private ProcessBuilder builder(List<String> program, Map<String, String> environment, Path folder) {
        List<String> words = new ArrayList<>(session);
        words.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.directory(folder.toFile());
        builder.environment().clear();
        try {
            builder.environment().putAll(environment);
        } catch (IllegalArgumentException e) {
            throw new StartException("a variable cannot be given to a process: " + e.getMessage());
        }
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        return builder;
    }

    private static Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException | IllegalArgumentException e) {
            throw new StartException(String.valueOf(e.getMessage()));
        }
    }

    /** Sends SIGTERM to a process group, or to a process and its descendants where there are no groups. Blocks. */
    void terminate(Process process) throws IOException, InterruptedException {
        if (session.isEmpty()) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        } else {
            // The JDK cannot signal a group.
            new ProcessBuilder("sh", "-c", "kill -s TERM -- \"-$1\"", "sh", Long.toString(process.pid()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
    }

    /** Ends all processes of a container that are still there. Blocks. */
    static void sweep(String containerId) throws InterruptedException {
        sweepVariable(CONTAINER_VARIABLE + "=" + containerId);
    }

    // A process may start another one between our look and its end, so look again until there is none.
    private static void sweepVariable(String variable) throws InterruptedException {
        for (int round = 0; round < KILL_ROUNDS; round++) {
            var left = ProcessTree.withVariable(variable);
            if (left.isEmpty()) {
                return;
            }
            ProcessTree.kill(left);
            Thread.sleep(Math.min(round, 10));
        }
    }

    /** The main program of a container has ended, and with it its group. */
    void forget(Process process) throws IOException {
        guard.remove(process.pid());
    }

    @Override
    public Future<Void> close() {
        return workers.executeBlocking(
                () -> {
                    sweepVariable(KUBELET_VARIABLE + "=" + kubelet);
                    guard.close();
                    return null;
                },
                false);
    }
}
