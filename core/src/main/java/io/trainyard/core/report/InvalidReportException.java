package io.trainyard.core.report;

import io.trainyard.spi.model.TrainerApi;

/** A report that is wrong. The message is for who sent it: it names the field and what would be right. */
public final class InvalidReportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean isValue;

    private InvalidReportException(String message, boolean isValue) {
        // The sender's mistake, not ours.
        super(message, null, false, false);
        this.isValue = isValue;
    }

    /** A body that cannot be read, or whose field has the wrong type. */
    static InvalidReportException payload(String problem) {
        return new InvalidReportException("Invalid payload: " + problem, false);
    }

    /**
     * A field with a value that a TrainJob cannot have.
     *
     * @param field its path in the status of the TrainJob
     */
    static InvalidReportException value(String field, String problem) {
        return new InvalidReportException(field + ": " + problem, true);
    }

    /**
     * The message for who reported for this TrainJob. A value that the TrainJob cannot have is told as the API server tells it, with the name of the
     * TrainJob: clients look for that.
     */
    public String messageFor(String trainJob) {
        String message = String.valueOf(getMessage());
        return isValue
                ? TrainerApi.TRAIN_JOB + "." + TrainerApi.GROUP + " \"" + trainJob + "\" is invalid: " + message
                : message;
    }
}
