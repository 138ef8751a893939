package io.trainyard.launcher.controller;

import io.trainyard.core.loop.EventLoopGuard;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/**
 * Runs tasks on the one event loop that owns all decisions: at once when called there.
 *
 * @param context the event loop
 * @param watched wraps what is handed to the loop from elsewhere
 */
record EventLoop(Context context, UnaryOperator<Runnable> watched) implements Executor {
    /** A loop whose tasks nobody measures. */
    EventLoop(Context context) {
        this(context, task -> task);
    }

    /** The same loop, whose tasks the guard measures. */
    EventLoop under(EventLoopGuard guard) {
        return new EventLoop(context, guard::guard);
    }

    @Override
    public void execute(Runnable task) {
        if (Vertx.currentContext() == context) {
            task.run();
        } else {
            Runnable watchedTask = watched.apply(task);
            context.runOnContext(ignored -> watchedTask.run());
        }
    }

    /** Runs what takes long, or looks at files, beside the event loop. */
    void onWorker(Runnable task) {
        context.owner()
                .executeBlocking(
                        () -> {
                            task.run();
                            return null;
                        },
                        false);
    }
}
