package io.trainyard.launcher.logging;

import org.slf4j.event.Level;

/** From which level on a failure is logged with its stack trace; below that only with its message. */
public enum StackTraces {
    FROM_INFO(Level.INFO.toInt()),
    FROM_WARNING(Level.WARN.toInt()),
    FROM_ERROR(Level.ERROR.toInt()),
    NEVER(Integer.MAX_VALUE);

    private final int minimum;

    StackTraces(int minimum) {
        this.minimum = minimum;
    }

    boolean include(Level level) {
        return level.toInt() >= minimum;
    }
}
