package io.trainyard.local.kubelet.process;

/** A container cannot be started; the message says why. */
public final class StartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StartException(String message) {
        super(message, null, false, false);
    }
}
