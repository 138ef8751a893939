package io.trainyard.core.runtime;

/** The runtime that a TrainJob names does not exist. Creating it helps; repeating the reconcile does not. */
public final class RuntimeNotFoundException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RuntimeNotFoundException(String message) {
        super(message, null, false, false);
    }
}
