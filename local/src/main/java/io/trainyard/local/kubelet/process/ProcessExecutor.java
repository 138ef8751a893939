package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.kubelet.process.ProcessContainer.Group;
import io.trainyard.local.kubelet.tool.Tool;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Runs containers as processes of this machine, each in a process group of its own. The image is not looked at.
 */
public final class ProcessExecutor implements ContainerExecutor {
    private static final String KUBELET_VARIABLE = "TRAINYARD_KUBELET";

    /** Name of the container of a trainer. */
    private static final String MAIN = "node";

    private static final String IGNORED_SIGNALS = "SigIgn:";
    private static final int HEX = 16;
    private static final long INTERRUPT = 1L << 1;
    private static final String ENTER =
            """
            cd "$0" || exit
            command -v "$1" >/dev/null || { printf '%s: no such program; PATH is %s\\n' "$1" "$PATH" >&2; exit 127; }
            exec "$@"
            """;

    private static final String DEFAULT_INTERRUPT = "--default-signal=INT";
    private static final int LIMIT_SECONDS = 10;

    private final Vertx vertx;
    private final WorkerExecutor workers;
    private final TimeSource time;
    private final Path run;
    private final ProcessView view;
    private final Optional<Console> console;
    private final String kubelet = UUID.randomUUID().toString();
    private final List<String> session = sessionCommand();
    private final List<String> interruptible = interruptible();
    private final ProcessRecord record;
    private final ProcessGuard guard;

    /** The TrainJob of each container that runs, by mark; empty where there is none. */
    private final Map<String, String> trainJobs = new ConcurrentHashMap<>();

    private ProcessExecutor(
            Vertx vertx, WorkerExecutor workers, TimeSource time, Path run, ProcessView view, Optional<Console> console)
            throws IOException {
        this.vertx = vertx;
        this.workers = workers;
        this.time = time;
        this.run = run;
        this.view = view;
        this.console = console;
        this.record = new ProcessRecord(run.resolve(OrphanedProcesses.FILE));
        this.guard = ProcessGuard.start(session, KUBELET_VARIABLE + "=" + kubelet);
    }

    /**
     * Starts an executor; its work is done by these workers.
     *
     * @param run folder of the run, where the processes are noted down; what an earlier kubelet has left running there is ended
     * @param view what programs see of the machine
     * @param console shared by the main containers of pods; empty where they only write into their logs
     */
    public static Future<ContainerExecutor> create(
            Vertx vertx,
            WorkerExecutor workers,
            TimeSource time,
            Path run,
            ProcessView view,
            Optional<Console> console) {
        return workers.executeBlocking(
                () -> {
                    OrphanedProcesses.end(run);
                    return new ProcessExecutor(vertx, workers, time, run, view, console);
                },
                false);
    }

    private static List<String> sessionCommand() {
        return program("setsid").map(List::of).orElse(List.of());
    }

    /** Where it is; containers may have another PATH. */
    private static Optional<String> program(String name) {
        return Tool.find(name, System.getenv().getOrDefault("PATH", "/usr/bin:/bin"))
                .map(Path::toString);
    }

    /** A run that a script has started in the background ignores SIGINT, and programs would inherit that. */
    @Blocking("the constructor runs on a worker thread")
    private static List<String> interruptible() {
        Optional<String> env = program("env");
        try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
            boolean ignored = status.filter(line -> line.startsWith(IGNORED_SIGNALS))
                    .map(line -> line.substring(IGNORED_SIGNALS.length()).strip())
                    .anyMatch(mask -> (Long.parseUnsignedLong(mask, HEX) & INTERRUPT) != 0);
            // The env of busybox and of old systems lacks this option.
            return ignored
                            && env.isPresent()
                            && Tool.run(List.of(env.get(), DEFAULT_INTERRUPT, "true"), LIMIT_SECONDS)
                                    .isFine()
                    ? List.of(env.get(), DEFAULT_INTERRUPT)
                    : List.of();
        } catch (IOException untold) {
            return List.of();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    @Override
    public Future<RunningContainer> start(ContainerLaunch launch) {
        return workers.executeBlocking(() -> spawn(launch), false)
                .map(group -> new ProcessContainer(vertx, workers, time, launch, group));
    }

    private Group spawn(ContainerLaunch launch) throws IOException {
        String mark = UUID.randomUUID().toString();
        ProcessBuilder builder = builder(launch, mark, launch.program());
        ContainerOutput.Started started = start(builder, launch);
        Group group = new Group(mark, started.program(), started.output(), this);
        trainJobs.put(mark, launch.pod().trainJob());
        try {
            own(launch, mark, group.process());
            ExecContext.write(run, mark, enter(launch));
        } catch (IOException | RuntimeException failure) {
            end(group, failure);
            throw failure;
        }
        return group;
    }

    /** The guard ends the process with this JVM. The record lets the next kubelet end it. */
    private void own(ContainerLaunch launch, String mark, Process process) throws IOException {
        guard.add(mark, process.pid(), StartTime.of(process.pid()));
        record.add(RecordedProcess.of(
                process.toHandle(), launch.pod().key(), launch.container().name(), mark));
    }

    /** The caller starts a failed container again, so nothing of this start may go on. */
    private static void end(Group group, Exception failure) {
        try {
            group.kill();
            group.cleanUp();
        } catch (Exception alsoFailed) {
            if (alsoFailed instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            failure.addSuppressed(alsoFailed);
        }
    }

    private ProcessView viewOf(ContainerLaunch launch) {
        return launch.asIs() ? ProcessView.HOST : view;
    }

    /** The words before a program that make it see what the container sees. */
    private List<String> enter(ContainerLaunch launch) {
        ProcessView view = viewOf(launch);
        return view.showsMounts()
                ? view.wrap(launch, List.of())
                : List.of("/bin/sh", "-c", ENTER, launch.workingFolder().toString());
    }

    /** Starts one more program for a container; its output is lost. */
    Process spawnInside(ContainerLaunch launch, String mark, List<String> program) {
        ProcessBuilder builder = builder(launch, mark, program);
        RankVariables.removeFrom(builder.environment());
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        return start(builder);
    }

    private ProcessBuilder builder(ContainerLaunch launch, String mark, List<String> program) {
        ProcessView view = viewOf(launch);
        Path workingFolder = view.onMachine(launch, launch.workingFolder());
        if (!Files.isDirectory(workingFolder)) {
            throw new StartException("the working folder " + launch.workingFolder() + " does not exist");
        }
        List<String> words = new ArrayList<>(session);
        words.addAll(interruptible);
        List<String> resolved = ProgramFinder.resolve(
                program, launch.environment(), launch.workingFolder(), path -> view.onMachine(launch, path));
        if (words.isEmpty()) {
            // env searches the PATH of the container; the JDK searches only that of this JVM.
            words.add("env");
        }
        words.addAll(view.wrap(launch, resolved));
        ProcessBuilder builder = new ProcessBuilder(words);
        if (!view.showsMounts()) {
            builder.directory(launch.workingFolder().toFile());
        }
        builder.environment().clear();
        try {
            builder.environment().putAll(launch.environment());
        } catch (IllegalArgumentException e) {
            throw new StartException("a variable cannot be given to a process: " + e.getMessage());
        }
        builder.environment().put(KUBELET_VARIABLE, kubelet);
        builder.environment().put(ProcessTree.CONTAINER_VARIABLE, mark);
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        return builder;
    }

    private ContainerOutput.Started start(ProcessBuilder builder, ContainerLaunch launch) {
        try {
            // Creates the log first, so that followers find it.
            Files.newOutputStream(launch.log(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
            return console.isPresent() && launch.container().name().equals(MAIN)
                    ? ContainerOutput.start(builder, launch.log(), console.get())
                    : ContainerOutput.start(builder, launch.log());
        } catch (IOException | IllegalArgumentException e) {
            throw new StartException(String.valueOf(e.getMessage()));
        }
    }

    private static Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException | IllegalArgumentException e) {
            throw new StartException(String.valueOf(e.getMessage()));
        }
    }

    /** Sends SIGINT to what trains in a container, and returns what its main program waits for. Blocks. */
    @Blocking("called on worker threads only")
    Set<ProcessHandle> interrupt(String mark, Process process) throws IOException, InterruptedException {
        String trainJob = trainJobs.getOrDefault(mark, "");
        Set<String> marks = new HashSet<>(Set.of(mark));
        trainJobs.forEach((other, its) -> {
            if (!its.isEmpty() && its.equals(trainJob)) {
                marks.add(other);
            }
        });
        return Interruption.send(process.toHandle(), ProcessTree.withVariable(ProcessTree.CONTAINER_VARIABLE, marks));
    }

    /** Sends SIGTERM to a process group, or to a process and its descendants where there are no groups. Blocks. */
    @Blocking("called on worker threads only")
    void terminate(Process process) throws IOException, InterruptedException {
        if (session.isEmpty()) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        } else {
            // The JDK cannot signal a group. The number is the group's while its main program lives, as has just been
            // seen.
            new ProcessBuilder("sh", "-c", "kill -s TERM -- \"-$1\"", "sh", Long.toString(process.pid()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
    }

    /** The main program of a container has ended, and with it its group. */
    void forget(String mark) throws IOException {
        trainJobs.remove(mark);
        ExecContext.delete(run, mark);
        record.remove(mark);
        guard.remove(mark);
    }

    @Override
    public Future<Void> close() {
        return workers.executeBlocking(
                () -> {
                    ProcessTree.sweep(KUBELET_VARIABLE, kubelet);
                    record.delete();
                    guard.close();
                    return null;
                },
                false);
    }
}
