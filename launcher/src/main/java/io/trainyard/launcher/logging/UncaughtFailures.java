package io.trainyard.launcher.logging;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what ends a thread into the log. Java would print it on the terminal: there it would disturb, most of all at the end of a run on a busy machine, when work in the background comes back
 * to an event loop that is closed.
 */
final class UncaughtFailures implements Thread.UncaughtExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(UncaughtFailures.class);

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        LOG.atWarn().addKeyValue("thread", thread.getName()).setCause(failure).log("a thread has ended with a failure");
    }
}
