package io.trainyard.spi.extension;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;

/**
 * Applies a framework's policy: node counts, variables, ports, volumes, images and commands of the pod sets.
 *
 * <p>Every plugin is asked for every TrainJob; one whose policy is not selected returns at once. Called on the event loop:
 * synchronous, no input or output, well under a millisecond. Values must depend only on the TrainJob and the runtime, because a
 * pod template cannot change after creation.
 */
public interface EnforceMLPolicy extends Plugin {
    /**
     * Changes {@code info}; never {@code trainJob}.
     *
     * @throws InvalidTrainJobException when the TrainJob or the runtime cannot be built; nothing is then applied
     */
    void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info);
}
