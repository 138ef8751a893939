package io.trainyard.core.plugin;

import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows the calls that run at this moment on threads that others need, and interrupts those that take too long: a plugin that waits for
 * something gives the event loop back, and only the TrainJob that it was asked about fails. Nothing can end a loop that never waits; the
 * liveness probe does then.
 */
final class CallWatchdog {
    private static final Logger LOG = LoggerFactory.getLogger(CallWatchdog.class);
    private static final long CHECKS_PER_LIMIT = 4;

    private final Set<RunningCall> running = ConcurrentHashMap.newKeySet();
    private final TimeSource time;
    private final Duration limit;
    /** Whether a look is due; without a call there is none, so that a process at rest does not wake up for it. */
    private final AtomicBoolean looking = new AtomicBoolean();

    private volatile @Nullable ScheduledExecutorService watcher;

    CallWatchdog(TimeSource time, Duration limit) {
        this.time = time;
        this.limit = limit;
    }

    /** Looks from now on while there are calls, until {@link #stop}; without it nobody is interrupted. */
    void start() {
        // A call may begin while it ends: then there is nobody left to look, and nothing to complain of.
        watcher = new ScheduledThreadPoolExecutor(1, CallWatchdog::thread, new ThreadPoolExecutor.DiscardPolicy());
        lookWhileCallsRun();
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "trainyard-plugin-watch");
        thread.setDaemon(true);
        return thread;
    }

    void stop() {
        ScheduledExecutorService started = watcher;
        watcher = null;
        if (started != null) {
            started.shutdownNow();
        }
    }

    /** Whether a look is due. */
    boolean isLooking() {
        return looking.get();
    }

    private void lookWhileCallsRun() {
        ScheduledExecutorService started = watcher;
        if (started != null && !running.isEmpty() && looking.compareAndSet(false, true)) {
            started.schedule(this::look, limit.toNanos() / CHECKS_PER_LIMIT, TimeUnit.NANOSECONDS);
        }
    }

    private void look() {
        try {
            interruptOverdueCalls();
        } finally {
            looking.set(false);
            // A call that has begun since then saw that somebody is looking.
            lookWhileCallsRun();
        }
    }

    /** Does something regularly on the thread of the watch. */
    void scheduleWithFixedDelay(Duration pause, Runnable task) {
        ScheduledExecutorService started = watcher;
        if (started != null) {
            started.scheduleWithFixedDelay(task, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Whether that thread is in a call at this moment. */
    boolean isIn(Thread thread) {
        return running.stream().anyMatch(call -> call.thread() == thread);
    }

    RunningCall begin(PluginIdentity plugin, long start) {
        RunningCall call = new RunningCall(plugin, start);
        running.add(call);
        if (!looking.get()) {
            lookWhileCallsRun();
        }
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
                LOG.atError()
                        .addKeyValue("plugin", call.plugin().name())
                        .addKeyValue("limitMillis", limit.toMillis())
                        .log(
                                "a plugin keeps the event loop and is interrupted; it runs on threads of its own from now on");
            }
        }
    }
}
