package io.trainyard.spi.extension;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.gang.GangScheduler;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Optional;

/**
 * Applies a gang scheduler's policy: labels, annotations and the scheduler's name of each pod set.
 *
 * <ul>
 *   <li><b>Called</b>, <b>thread</b>, <b>nulls</b> and <b>errors</b>: as for {@link EnforceMLPolicy}.
 *   <li><b>Order</b>: after every {@link EnforceMLPolicy}, so counts are final and cannot be changed, and {@link RuntimeInfo#gangPlan} says who is
 *       scheduled together; among themselves as there.
 * </ul>
 *
 * <p>A scheduler with PodGroups of its own finds a base in {@code io.trainyard.spi.scheduler.GangSchedulerPlugin}.
 */
public interface EnforcePodGroupPolicy extends Plugin {
    /**
     * Changes the scheduling of the pod sets in {@code info}; never {@code trainJob}.
     *
     * @param trainJob the TrainJob
     * @param info the runtime merged with it, with final counts; not to be kept after the call
     * @throws InvalidTrainJobException when the policy cannot be met; nothing is then applied
     */
    void enforcePodGroupPolicy(TrainJob trainJob, RuntimeInfo info);

    /**
     * What the host takes care of for this plugin: the names of its scheduler, and whether its kind of PodGroup is installed. Asked once, after
     * {@link #start}. Empty when the host need not do anything; never null.
     */
    default Optional<GangScheduler> gangScheduler() {
        return Optional.empty();
    }
}
