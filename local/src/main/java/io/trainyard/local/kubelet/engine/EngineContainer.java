package io.trainyard.local.kubelet.engine;

import io.trainyard.local.kubelet.process.RunningContainer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/** A container of an engine, with the engine's program that runs it in the foreground. */
final class EngineContainer implements RunningContainer {
    private static final long LIMIT_SECONDS = 30;

    private final WorkerExecutor workers;
    private final EngineCommands commands;
    private final String name;
    private final Promise<Integer> exit = Promise.promise();

    EngineContainer(Context context, WorkerExecutor workers, EngineCommands commands, String name, Process foreground) {
        this.workers = workers;
        this.commands = commands;
        this.name = name;
        foreground
                .onExit()
                .thenAccept(end ->
                        context.runOnContext(nothing -> remove().onComplete(done -> exit.complete(end.exitValue()))));
    }

    // It removes itself, unless the program that ran it was killed.
    private Future<Void> remove() {
        return workers.executeBlocking(
                () -> {
                    EngineProgram.run(commands.remove(List.of(name)), LIMIT_SECONDS);
                    return null;
                },
                false);
    }

    @Override
    public String id() {
        return (commands.podman() ? "podman" : "docker") + "://" + name;
    }

    @Override
    public Future<Integer> exit() {
        return exit.future();
    }

    @Override
    public Future<Void> terminate() {
        return onWorker(() -> {
            // It may have ended meanwhile, which is as good.
            EngineProgram.run(commands.signal(name, "TERM"), LIMIT_SECONDS);
            return null;
        });
    }

    @Override
    public Future<Void> kill() {
        return onWorker(() -> {
            // The engine may not know it yet, or not answer for a while.
            EngineProgram.require(commands.signal(name, "KILL"), LIMIT_SECONDS);
            return null;
        });
    }

    private Future<Void> onWorker(Callable<Void> work) {
        return workers.executeBlocking(work, false);
    }

    @Override
    public Future<Integer> run(List<String> program, Duration limit) {
        return workers.executeBlocking(
                () -> {
                    long seconds = Math.max(1, limit.toSeconds());
                    EngineProgram.Answer answer = EngineProgram.run(commands.exec(name, program), seconds);
                    if (answer.code() < 0) {
                        throw new IllegalStateException(program.get(0) + " took longer than " + seconds + " s");
                    }
                    return answer.code();
                },
                false);
    }
}
