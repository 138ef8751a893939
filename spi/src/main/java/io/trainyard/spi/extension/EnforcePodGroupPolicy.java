package io.trainyard.spi.extension;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.gang.GangScheduler;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Optional;

/**
 * Applies a gang scheduler's policy: labels, annotations and the scheduler name of each pod set. Runs after every
 * {@link EnforceMLPolicy}, so counts are final and must not be changed, and {@link RuntimeInfo#gangPlan} says who is scheduled
 * together. The same duties as there.
 */
public interface EnforcePodGroupPolicy extends Plugin {
    /**
     * Changes the scheduling of the pod sets in {@code info}.
     *
     * @throws InvalidTrainJobException when the policy cannot be met; nothing is then applied
     */
    void enforcePodGroupPolicy(TrainJob trainJob, RuntimeInfo info);

    /**
     * What the host takes care of for this plugin: the names of its scheduler, and whether its kind of PodGroup is installed. Asked once, after the
     * start. Empty when the host need not do anything.
     */
    default Optional<GangScheduler> gangScheduler() {
        return Optional.empty();
    }
}
