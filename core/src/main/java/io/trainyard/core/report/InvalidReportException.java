package io.trainyard.core.report;

/** A report that is wrong. The message is for who sent it: it names the field and what would be right. */
public final class InvalidReportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private InvalidReportException(String message) {
        // The sender's mistake, not ours.
        super(message, null, false, false);
    }

    /** A body that cannot be read, or whose field has the wrong type. */
    static InvalidReportException payload(String problem) {
        return new InvalidReportException("Invalid payload: " + problem);
    }

    /**
     * A field with a value that a TrainJob cannot have.
     *
     * @param field its path in the status of the TrainJob
     */
    static InvalidReportException value(String field, String problem) {
        return new InvalidReportException(field + ": " + problem);
    }
}
