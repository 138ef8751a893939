package io.trainyard.launcher.run;

import io.trainyard.foundation.time.TimeSource;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;

/**
 * Tells how long each part of the start took, for those who want to know. Counts from the start of the JVM. Safe for several threads.
 */
public final class Timeline {
    private final TimeSource time;
    private final PrintWriter target;
    private final boolean on;
    private final Instant start;

    Timeline(TimeSource time, PrintWriter target, boolean on) {
        this.time = time;
        this.target = target;
        this.on = on;
        this.start =
                on ? Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime()) : Instant.EPOCH;
    }

    /** A part is done. */
    void mark(String what) {
        if (on) {
            target.printf(
                    "timeline %5d ms  %s%n", Duration.between(start, time.now()).toMillis(), what);
        }
    }
}
