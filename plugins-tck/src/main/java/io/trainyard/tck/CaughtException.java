package io.trainyard.tck;

/** A plugin threw something; the message says when. */
final class CaughtException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Throwable thrown;

    CaughtException(String when, Throwable thrown) {
        super(when, thrown);
        this.thrown = thrown;
    }

    /** What it threw. */
    Throwable thrown() {
        return thrown;
    }
}
