package io.trainyard.launcher.code;

/** Code that cannot travel; the message says why, and what to do. */
public final class CodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CodeException(String message) {
        super(message);
    }
}
