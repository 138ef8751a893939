package io.trainyard.spi.extension;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Optional;

/**
 * Validates a TrainJob. All plugins are asked and all their findings are reported together.
 *
 * <ul>
 *   <li><b>Called</b> when a TrainJob is created or updated, not when it is deleted, and before it is rendered or run locally. A user waits for the
 *       answer.
 *   <li><b>Thread</b>: an event loop of its own, one call at a time, while the plugin's other methods may be called on the one that reconciles: what both
 *       change must be safe for that. Threads of the plugin's own, several calls at a time, where it {@link #isSlow}. The {@code Uni} may be
 *       answered on any thread, within 3 seconds.
 *   <li><b>Order</b>: before any policy; findings are listed by the names of the plugins.
 *   <li><b>Nulls</b>: nothing in the request is null; neither the {@code Uni} nor its item may be.
 *   <li><b>Errors</b>: what is wrong with the TrainJob is a finding, not a failure. A failure of the {@code Uni}, or an exception, refuses the TrainJob
 *       with an internal error that names the plugin.
 * </ul>
 */
public interface CustomValidation extends Plugin {
    /**
     * Errors refuse the TrainJob, warnings are shown to the user. Changes nothing.
     *
     * @param request what there is to validate
     */
    Uni<Validation> validate(Request request);

    /**
     * What there is to validate.
     *
     * @param trainJob the TrainJob as it would be stored
     * @param previous the TrainJob before the update; empty on creation
     * @param info the runtime merged with the TrainJob, before any policy was enforced: counts are those of the template
     */
    record Request(TrainJob trainJob, Optional<TrainJob> previous, RuntimeInfo info) {}
}
