package io.trainyard.spi.extension;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;

/**
 * Applies a framework's policy: node counts, variables, ports, volumes, images and commands of the pod sets.
 *
 * <ul>
 *   <li><b>Called</b> on every reconcile of an unfinished TrainJob, when one is rendered or run locally, and with copies at admission, where the host looks which
 *       variables it reserves. Every plugin is asked about every TrainJob; one whose policy is not selected returns at once.
 *   <li><b>Thread</b>: the event loop, one call at a time, and so without input or output and well under a millisecond; at admission the event loop of
 *       reviews, while the other one may be calling the plugin; threads of the plugin's own, several calls at a time, where it {@link #isSlow}.
 *   <li><b>Order</b>: plugins whose names the operator lists, then by {@link #order}, then by name; all of them before the first
 *       {@link EnforcePodGroupPolicy}. What one sets, the next one sees.
 *   <li><b>Nulls</b>: neither argument is ever null.
 *   <li><b>Errors</b>: {@link InvalidTrainJobException} for a mistake of the user, which becomes an event and is tried again slowly; anything else
 *       counts as a fault of the plugin. Nothing is applied in either case.
 * </ul>
 *
 * <p>Values must depend only on the TrainJob and the runtime, because a pod template cannot change after its creation.
 */
public interface EnforceMLPolicy extends Plugin {
    /**
     * Changes {@code info}; never {@code trainJob}.
     *
     * @param trainJob the TrainJob
     * @param info the runtime merged with it; not to be kept after the call
     * @throws InvalidTrainJobException when the TrainJob or the runtime cannot be built
     */
    void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info);
}
