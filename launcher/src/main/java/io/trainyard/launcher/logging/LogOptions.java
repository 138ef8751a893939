package io.trainyard.launcher.logging;

import org.slf4j.event.Level;

/**
 * How the controller logs.
 *
 * @param level the least important level that is logged
 * @param encoding how a line is written
 * @param stackTraces from which level on stack traces are written
 * @param timeEncoding how the time is written
 */
public record LogOptions(Level level, LogEncoding encoding, StackTraces stackTraces, TimeEncoding timeEncoding) {
    /** For a cluster. */
    public static final LogOptions PRODUCTION =
            new LogOptions(Level.INFO, LogEncoding.json, StackTraces.error, TimeEncoding.rfc3339nano);

    /** For a person who develops ({@code --zap-devel}). */
    public static final LogOptions DEVELOPMENT =
            new LogOptions(Level.DEBUG, LogEncoding.console, StackTraces.warning, TimeEncoding.rfc3339nano);
}
