package io.trainyard.local.api.patch;

/** A patch that is malformed or does not fit the object. */
public final class PatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PatchException(String message) {
        super(message, null, false, false);
    }
}
