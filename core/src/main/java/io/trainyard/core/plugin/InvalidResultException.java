package io.trainyard.core.plugin;

/** What a plugin answered cannot be used; the message says why. Never leaves this package: it becomes a {@link PluginFailure}. */
final class InvalidResultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidResultException(String message) {
        super(message, null, false, false);
    }

    InvalidResultException(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
