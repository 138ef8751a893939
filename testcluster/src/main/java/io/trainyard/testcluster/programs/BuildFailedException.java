package io.trainyard.testcluster.programs;

/** A program could not be built. The message names the program and ends with the last lines that Go printed. */
public final class BuildFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BuildFailedException(String message) {
        super(message);
    }
}
