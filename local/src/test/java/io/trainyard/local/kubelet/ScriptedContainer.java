package io.trainyard.local.kubelet;

import io.trainyard.local.kubelet.process.RunningContainer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;

/** A container that runs until a test says that it has ended, whoever asks it to; no program is run in it. Tests override what they look at. */
public class ScriptedContainer implements RunningContainer {
    public final Promise<Integer> exit = Promise.promise();

    @Override
    public String id() {
        return "scripted://main";
    }

    @Override
    public Future<Integer> exit() {
        return exit.future();
    }

    @Override
    public Future<Void> terminate() {
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> kill() {
        return Future.succeededFuture();
    }

    @Override
    public Future<Integer> run(List<String> command, Duration limit) {
        throw new AssertionError("no program is run: " + command);
    }
}
