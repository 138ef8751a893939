package io.trainyard.core.plugin;

/** A plugin kept a thread that others need, until it was interrupted. Never leaves this package: it becomes a {@link PluginFailure}. */
final class InterruptedCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InterruptedCallException(Throwable cause) {
        super("it kept the event loop for too long and was interrupted", cause, false, false);
    }
}
