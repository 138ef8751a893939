package io.trainyard.launcher.program;

/** A command line whose meaning cannot be told; the message says what to write instead. */
public final class UnclearProgramException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnclearProgramException(String message) {
        super(message);
    }
}
