package io.trainyard.launcher.logging;

/** How a log line is written. */
public enum LogEncoding {
    /** One JSON object a line, for machines. */
    JSON,
    /** For people. */
    CONSOLE
}
