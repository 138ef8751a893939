package io.trainyard.tck;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/**
 * What code has done to its thread.
 *
 * @param waits how often it has waited: for a lock, for another thread, for time to pass
 * @param duration how long it took
 */
record ThreadCost(long waits, Duration duration) {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Counting waits, unlike taking the time, does not depend on how busy the machine is. */
    static ThreadCost of(Runnable code) {
        long waits = waited();
        long start = System.nanoTime();
        code.run();
        return new ThreadCost(waited() - waits, Duration.ofNanos(System.nanoTime() - start));
    }

    private static long waited() {
        ThreadInfo thread = THREADS.getThreadInfo(Thread.currentThread().getId());
        return thread.getWaitedCount();
    }
}
