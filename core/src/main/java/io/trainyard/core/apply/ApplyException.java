package io.trainyard.core.apply;

/** An object cannot be applied as things are in the cluster, such as one of the same name that belongs to somebody else. */
public class ApplyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ApplyException(String message) {
        super(message, null, false, false);
    }
}
