package io.trainyard.core.runtime;

/** The runtime that a TrainJob names does not exist. Creating it helps; repeating the reconcile does not. */
public final class RuntimeNotFoundException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String known;

    public RuntimeNotFoundException(String message) {
        this(message, "");
    }

    /**
     * Of a runtime that is named.
     *
     * @param known a sentence without a stop about the runtimes that there are, which come and go; may be empty
     */
    RuntimeNotFoundException(String message, String known) {
        super(message, null, false, false);
        this.known = known;
    }

    /** The message, and which runtimes there are. */
    public String withKnown() {
        return known.isEmpty() ? String.valueOf(getMessage()) : getMessage() + "; " + known;
    }
}
