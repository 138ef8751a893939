package io.trainyard.local.kubelet.engine;

import io.trainyard.local.kubelet.process.RunningContainer;
import io.trainyard.local.kubelet.tool.Tool;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A container of an engine, with the engine's program that runs it in the foreground. */
final class EngineContainer implements RunningContainer {
    private static final Logger LOG = LoggerFactory.getLogger(EngineContainer.class);
    private static final long LIMIT_SECONDS = 30;
    private static final long RETRY_MILLIS = 1_000;

    private final Context context;
    private final WorkerExecutor workers;
    private final EngineCommands commands;
    private final String name;
    private final Promise<Integer> exit = Promise.promise();

    EngineContainer(Context context, WorkerExecutor workers, EngineCommands commands, String name, Process foreground) {
        this.context = context;
        this.workers = workers;
        this.commands = commands;
        this.name = name;
        foreground.onExit().thenAccept(end -> context.runOnContext(nothing -> remove(end.exitValue())));
    }

    /**
     * It removes itself, unless the program that ran it was killed, or has lost the engine. It may run as long as the engine does not say that it is gone,
     * and whoever starts the next one must not do so beside it.
     */
    private void remove(int code) {
        workers.executeBlocking(this::isGone, false).onComplete(looked -> {
            if (looked.succeeded() && looked.result()) {
                exit.complete(code);
            } else {
                LOG.warn("the engine does not say that the container {} is gone; asking again", name, looked.cause());
                context.owner().setTimer(RETRY_MILLIS, again -> remove(code));
            }
        });
    }

    private boolean isGone() throws IOException, InterruptedException {
        if (Tool.run(commands.remove(List.of(name)), LIMIT_SECONDS).isFine()) {
            return true;
        }
        // What is not there cannot be removed, either.
        Tool.Answer there = Tool.run(commands.find(name), LIMIT_SECONDS);
        return there.isFine() && there.text().isEmpty();
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
            Tool.run(commands.signal(name, "TERM"), LIMIT_SECONDS);
            return null;
        });
    }

    @Override
    public Future<Void> kill() {
        return onWorker(() -> {
            // The engine may not know it yet, or not answer for a while.
            EngineExecutor.require(commands.signal(name, "KILL"), LIMIT_SECONDS);
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
                    Tool.Answer answer = Tool.run(commands.exec(name, program), seconds);
                    if (answer.code() < 0) {
                        throw new IllegalStateException(program.get(0) + " took longer than " + seconds + " s");
                    }
                    return answer.code();
                },
                false);
    }
}
