package io.trainyard.core.plugin;

import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads of one plugin, for work that is too slow for the event loop: making keys, and every call of a slow plugin. Each plugin has its own few, so that one that never comes back keeps
 * nobody but itself waiting. They come and go with the work.
 */
final class PluginWorkers {
    private static final int MAX_THREADS = 4;
    private static final long IDLE_SECONDS = 10;
    /** How the names of threads begin that run plugins. */
    static final String NAME = "trainyard-plugin-";

    private final ThreadPoolExecutor threads;
    private volatile boolean inUse;

    PluginWorkers(String plugin, ClassLoader loader) {
        threads = new ThreadPoolExecutor(
                MAX_THREADS, MAX_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, NAME + plugin);
                    thread.setDaemon(true);
                    thread.setContextClassLoader(loader);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** From now on every call that can wait runs here. */
    void use() {
        inUse = true;
    }

    boolean inUse() {
        return inUse;
    }

    Future<?> start(Runnable task) {
        FutureTask<?> started = new FutureTask<>(task, null);
        threads.execute(started);
        return started;
    }

    /** How many tasks have ended so far. */
    long ended() {
        return threads.getCompletedTaskCount();
    }

    /** Ends a task by interrupting it, or before it begins. */
    void cancel(Future<?> task) {
        task.cancel(true);
        if (task instanceof Runnable waiting) {
            boolean unused = threads.remove(waiting);
        }
    }

    /** Whether a thread is one of these, of any plugin. */
    static boolean isWorker(Thread thread) {
        return thread.getName().startsWith(NAME);
    }

    void close() {
        threads.shutdownNow();
    }
}
