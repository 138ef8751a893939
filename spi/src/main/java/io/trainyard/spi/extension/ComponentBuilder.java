package io.trainyard.spi.extension;

import io.smallrye.mutiny.Uni;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;

/**
 * Builds objects that the TrainJob needs. The host gives each the TrainJob as its owner, and applies them in a fixed order: ConfigMaps and
 * Secrets, PodGroups, the JobSet, then everything else.
 *
 * <ul>
 *   <li><b>Called</b> on every reconcile of an unfinished TrainJob, and when one is rendered or run locally. What exists already is compared, not
 *       created again, so the same input must give the same objects: no random names, no clock.
 *   <li><b>Thread</b>: the event loop, one call at a time; threads of the plugin's own, several calls at a time, where it {@link #isSlow}. The
 *       {@code Uni} may be answered on any thread, within 10 seconds.
 *   <li><b>Order</b>: after all policies; among themselves as {@link EnforceMLPolicy}. No builder sees what another one builds.
 *   <li><b>Nulls</b>: nothing in the request is null; neither the {@code Uni} nor its item may be.
 *   <li><b>Errors</b>: an {@link InvalidTrainJobException}, thrown or as the failure of the {@code Uni}, for a mistake of the user. Let the {@code Uni}
 *       fail also when the API server does not answer. Nothing is applied, an event tells the user, and the TrainJob is reconciled again later.
 * </ul>
 */
public interface ComponentBuilder extends Plugin {
    /**
     * The objects that should exist, each with the rule for when it may change, and what the user should be told; {@link Components#none} when there is
     * nothing to do. Keys and other random content belong into a {@link io.trainyard.spi.component.Creation}, which a worker thread makes.
     *
     * @param request what there is to build from
     */
    Uni<Components> build(Request request);

    /**
     * What there is to build from.
     *
     * @param trainJob the TrainJob; never change it
     * @param info the final view; frozen, every attempt to change it throws
     */
    record Request(TrainJob trainJob, RuntimeInfo info) {}
}
