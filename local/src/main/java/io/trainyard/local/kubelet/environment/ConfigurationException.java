package io.trainyard.local.kubelet.environment;

/** A container or a volume cannot be set up as its pod asks; the message says what is missing or wrong, and where. */
public final class ConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConfigurationException(String message) {
        super(message, null, false, false);
    }
}
