package io.trainyard.core.plugin;

import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows the calls that run at this moment on threads that others need, and interrupts those that take too long: a plugin that waits for
 * something gives the event loop back, and only the TrainJob that it was asked about fails. Nothing can end a loop that never waits; the
 * liveness probe does then.
 */
final class CallWatchdog {
    private static final Logger log = LoggerFactory.getLogger(CallWatchdog.class);
    private static final long CHECKS_PER_LIMIT = 4;

    private final Set<RunningCall> running = ConcurrentHashMap.newKeySet();
    private final TimeSource time;
    private final Duration limit;
    private @Nullable ScheduledExecutorService watcher;

    CallWatchdog(TimeSource time, Duration limit) {
        this.time = time;
        this.limit = limit;
    }

    /** Looks from now on, until {@link #stop}; without it nobody is interrupted. */
    void start() {
        watcher = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "trainyard-plugin-watch");
            thread.setDaemon(true);
            return thread;
        });
        long pause = limit.toNanos() / CHECKS_PER_LIMIT;
        watcher.scheduleWithFixedDelay(this::interruptOverdueCalls, pause, pause, TimeUnit.NANOSECONDS);
    }

    void stop() {
        if (watcher != null) {
            watcher.shutdownNow();
        }
    }

    /** Does something regularly on the thread of the watch. */
    void scheduleWithFixedDelay(Duration pause, Runnable task) {
        if (watcher != null) {
            watcher.scheduleWithFixedDelay(task, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Whether that thread is in a call at this moment. */
    boolean isIn(Thread thread) {
        return running.stream().anyMatch(call -> call.thread() == thread);
    }

    RunningCall begin(PluginIdentity plugin, long start) {
        RunningCall call = new RunningCall(plugin, start);
        running.add(call);
        return call;
    }

    /** True when the call had to be interrupted. */
    boolean end(RunningCall call) {
        running.remove(call);
        return call.end();
    }

    /** Interrupts what has been running for too long. */
    void interruptOverdueCalls() {
        long now = time.nanos();
        for (RunningCall call : running) {
            if (now - call.start() > limit.toNanos() && call.interrupt()) {
                log.atError()
                        .addKeyValue("plugin", call.plugin().name())
                        .addKeyValue("limitMillis", limit.toMillis())
                        .log(
                                "a plugin keeps the event loop and is interrupted; it runs on threads of its own from now on");
            }
        }
    }
}
