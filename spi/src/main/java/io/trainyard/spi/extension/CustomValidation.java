package io.trainyard.spi.extension;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Optional;

/**
 * Judges a TrainJob when it is created or updated, and before it is rendered or run. Mutates nothing and is fast: it is on the
 * path of {@code kubectl apply}. All plugins are asked and all their findings are reported together.
 */
public interface CustomValidation extends Plugin {
    /** Errors refuse the TrainJob, warnings are shown to the user. A failure of the {@code Uni} is an internal error that names the plugin. */
    Uni<Validation> validate(Request request);

    /**
     * What there is to judge.
     *
     * @param trainJob the TrainJob as it would be stored
     * @param previous the TrainJob before the update; empty on creation
     * @param info the runtime merged with the TrainJob, before any policy was enforced: counts are those of the template
     */
    record Request(TrainJob trainJob, Optional<TrainJob> previous, RuntimeInfo info) {}
}
