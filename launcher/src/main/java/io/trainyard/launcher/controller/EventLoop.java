package io.trainyard.launcher.controller;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.Executor;

/** Runs tasks on the one event loop that owns all decisions: at once when called there. */
record EventLoop(Context context) implements Executor {
    @Override
    public void execute(Runnable task) {
        if (Vertx.currentContext() == context) {
            task.run();
        } else {
            context.runOnContext(ignored -> task.run());
        }
    }
}
