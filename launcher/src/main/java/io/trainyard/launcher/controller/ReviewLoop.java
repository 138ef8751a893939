package io.trainyard.launcher.controller;

import io.trainyard.core.loop.EventLoopGuard;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import java.lang.management.ManagementFactory;

/**
 * The event loop of admission reviews, which a guard watches.
 *
 * @param loop whose tasks are measured
 * @param time on that loop; its tasks are measured, too
 * @param guard what it says may be read from any thread
 */
record ReviewLoop(EventLoop loop, TimeSource time, EventLoopGuard guard) {
    /**
     * Begins to watch; called on the event loop.
     *
     * @param time on that loop
     */
    static ReviewLoop watched(Context context, TimeSource time) {
        EventLoopGuard guard = new EventLoopGuard(
                time, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime, block -> {}, EventLoopGuard.RARE);
        guard.start();
        return new ReviewLoop(new EventLoop(context).under(guard), guard.guard(time), guard);
    }

    /** Watches no more; from any thread. */
    void stopWatching() {
        loop.execute(guard::stop);
    }
}
