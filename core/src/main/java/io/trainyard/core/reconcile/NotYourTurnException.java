package io.trainyard.core.reconcile;

/** A large TrainJob is not built now, because others are; see {@link LargeBuilds}. Nothing has been written. */
final class NotYourTurnException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotYourTurnException() {
        super("other large TrainJobs are being built", null, false, false);
    }
}
