package io.trainyard.launcher.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;

/** From which level on a failure is logged with its stack trace; below that only with its message. Constants are called as they are typed. */
public enum StackTraces {
    info(Level.INFO),
    warning(Level.WARN),
    error(Level.ERROR),
    /** We have no level above error, so it means never. */
    panic(Level.OFF);

    private final Level minimum;

    StackTraces(Level minimum) {
        this.minimum = minimum;
    }

    boolean include(ILoggingEvent event) {
        return event.getLevel().isGreaterOrEqual(minimum);
    }
}
