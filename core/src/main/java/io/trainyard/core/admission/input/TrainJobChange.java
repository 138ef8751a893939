package io.trainyard.core.admission.input;

import java.util.Optional;

/**
 * A TrainJob before and after a request.
 *
 * @param current as it would be stored
 * @param previous as it is stored; empty on creation
 */
public record TrainJobChange(DecodedTrainJob current, Optional<DecodedTrainJob> previous) {
    /** Whether the TrainJob had no pods before, or will have none after. */
    public boolean isSuspendedBeforeOrAfter() {
        return current.isSuspended()
                || previous.filter(DecodedTrainJob::isSuspended).isPresent();
    }
}
