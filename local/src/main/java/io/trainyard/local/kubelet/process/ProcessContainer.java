package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A container that is a process group. */
final class ProcessContainer implements RunningContainer {
    private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
    private static final Duration MOMENT = Duration.ofMillis(500);

    private final Context context;
    private final WorkerExecutor workers;
    private final TimeSource time;
    private final ContainerLaunch launch;
    private final Group group;
    private final Promise<Integer> exit = Promise.promise();

    /** What is known of it on worker threads. */
    static final class Group {
        private final String id;
        private final Process process;
        private final ContainerOutput output;
        private final ProcessExecutor executor;
        private final Set<ProcessHandle> recorded = new HashSet<>();

        Group(String id, Process process, ContainerOutput output, ProcessExecutor executor) {
            this.id = id;
            this.process = process;
            this.output = output;
            this.executor = executor;
        }

        Process process() {
            return process;
        }

        synchronized Set<ProcessHandle> interrupt() throws Exception {
            return process.isAlive() ? executor.interrupt(id, process) : Set.of();
        }

        synchronized void terminate() throws Exception {
            // The number of a process that has ended may belong to another one by now.
            if (process.isAlive()) {
                recorded.addAll(ProcessTree.descendants(process.toHandle()));
                executor.terminate(process);
            }
        }

        synchronized void kill() throws Exception {
            recorded.addAll(ProcessTree.descendants(process.toHandle()));
            process.destroyForcibly();
            ProcessTree.kill(recorded);
            ProcessTree.sweep(id);
        }

        // As in a container, nothing outlives the main program.
        synchronized void cleanUp() throws Exception {
            ProcessTree.sweep(id);
            executor.forget(id);
        }
    }

    ProcessContainer(Vertx vertx, WorkerExecutor workers, TimeSource time, ContainerLaunch launch, Group group) {
        this.context = vertx.getOrCreateContext();
        this.workers = workers;
        this.time = time;
        this.launch = launch;
        this.group = group;
        group.process.onExit().thenAccept(process -> context.runOnContext(nothing -> ended(process.exitValue())));
    }

    private void ended(int code) {
        workers.executeBlocking(
                        () -> {
                            group.cleanUp();
                            return null;
                        },
                        false)
                .onComplete(cleaned -> copied().onComplete(copied -> exit.complete(code)));
    }

    /** Who has left the container may keep its output open for ever. */
    private Future<Void> copied() {
        Promise<Void> all = Promise.promise();
        TimeSource.Cancellable enough = time.after(LAST_OUTPUT, all::tryComplete);
        group.output
                .end()
                .thenRun(() -> context.runOnContext(nothing -> {
                    enough.cancel();
                    all.tryComplete();
                }));
        return all.future();
    }

    @Override
    public String id() {
        return "process://" + group.process.pid() + "-" + group.id;
    }

    @Override
    public Future<Integer> exit() {
        return exit.future();
    }

    @Override
    public Future<Void> terminate() {
        return signal(group::terminate);
    }

    @Override
    public Future<Void> interrupt(Duration patience) {
        TimeSource.Cancellable later = time.after(patience, this::terminate);
        exit.future().onComplete(code -> later.cancel());
        return workers.executeBlocking(group::interrupt, false)
                .onSuccess(this::endWhatWaitsFor)
                .mapEmpty();
    }

    /** A launcher, or a loop of a shell, whose programs have ended has nothing more to do; most of them end by themselves. */
    private void endWhatWaitsFor(Set<ProcessHandle> programs) {
        if (!programs.isEmpty()) {
            workers.executeBlocking(() -> programs.stream().anyMatch(ProcessTree::runs), false)
                    .onSuccess(some -> {
                        if (some) {
                            time.after(POLL_INTERVAL, () -> endWhatWaitsFor(programs));
                        } else {
                            time.after(MOMENT, group.process::destroy);
                        }
                    });
        }
    }

    private interface Signal {
        void send() throws Exception;
    }

    private Future<Void> signal(Signal signal) {
        return workers.executeBlocking(
                () -> {
                    signal.send();
                    return null;
                },
                false);
    }

    @Override
    public Future<Void> kill() {
        return signal(group::kill);
    }

    @Override
    public Future<Long> memory() {
        return workers.executeBlocking(() -> ProcessMemory.ofTree(group.process.toHandle()), false);
    }

    @Override
    public Future<Integer> run(List<String> program, Duration limit) {
        return workers.executeBlocking(() -> group.executor.spawnInside(launch, group.id, program), false)
                .compose(process -> {
                    Promise<Integer> done = Promise.promise();
                    TimeSource.Cancellable timeout = time.after(limit, () -> {
                        process.descendants().forEach(ProcessHandle::destroyForcibly);
                        process.destroyForcibly();
                        done.tryFail(program.get(0) + " took longer than " + limit.toSeconds() + " s");
                    });
                    process.onExit()
                            .thenAccept(end -> context.runOnContext(nothing -> {
                                timeout.cancel();
                                done.tryComplete(end.exitValue());
                            }));
                    return done.future();
                });
    }
}
