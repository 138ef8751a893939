package io.trainyard.local.api.request;

import io.vertx.core.Context;
import java.util.concurrent.Executor;

/** The event loop that owns the store. */
public final class StoreLoop implements Executor {
    private final Context context;
    private final Thread thread;

    private StoreLoop(Context context, Thread thread) {
        this.context = context;
        this.thread = thread;
    }

    /** The event loop on which this is called; {@code context} is its context. */
    public static StoreLoop current(Context context) {
        return new StoreLoop(context, Thread.currentThread());
    }

    /** Whether the calling thread is that of the event loop. */
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Runs something on the event loop, once whatever it does at the moment is done. May be called on any thread. */
    public void defer(Runnable action) {
        context.runOnContext(nothing -> action.run());
    }

    /** Runs something on the event loop: at once when already there, else as soon as it is free. */
    @Override
    public void execute(Runnable action) {
        if (isCurrent()) {
            action.run();
        } else {
            context.runOnContext(nothing -> action.run());
        }
    }
}
