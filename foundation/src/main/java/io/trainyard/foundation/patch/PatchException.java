package io.trainyard.foundation.patch;

/** A patch that is malformed or does not fit the object. A mistake of whoever wrote the patch, so there is no stack trace. */
public final class PatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PatchException(String message) {
        super(message, null, false, false);
    }
}
