package io.trainyard.launcher.run.folder;

/** A user named a run that is not there. The message says what there is. */
public final class UnknownRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownRunException(String message) {
        super(message);
    }
}
