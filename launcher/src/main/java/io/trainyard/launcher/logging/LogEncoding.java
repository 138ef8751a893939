package io.trainyard.launcher.logging;

/** How a log line is written; constants are called as they are typed. */
public enum LogEncoding {
    /** One JSON object a line, for machines. */
    json,
    /** For people. */
    console
}
