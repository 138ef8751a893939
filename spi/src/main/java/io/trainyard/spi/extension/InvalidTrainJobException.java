package io.trainyard.spi.extension;

/**
 * The TrainJob, or the runtime it names, asks for something that cannot be built. The message goes to the user as an event: it says which
 * field is wrong and what would be right. Retrying without a change of the objects is pointless, so the host retries slowly.
 */
public final class InvalidTrainJobException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidTrainJobException(String message) {
        // A mistake of a user, not a fault of the program: no stack trace.
        super(message, null, false, false);
    }
}
