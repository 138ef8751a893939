package io.trainyard.core.plugin;

/** The set of plugins is such that start-up must not go on. The message says what the operator has to change. */
public final class PluginLoadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PluginLoadException(String message) {
        super(message);
    }
}
