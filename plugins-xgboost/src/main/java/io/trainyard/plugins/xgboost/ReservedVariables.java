package io.trainyard.plugins.xgboost;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.UserVariables;
import java.util.List;

/** Finds where a TrainJob sets variables by which workers find their tracker: in its own list and through overrides and patches. */
final class ReservedVariables {
    private ReservedVariables() {}

    /** One for each entry of a list; empty when there is none. */
    static List<FieldError> errors(FrameworkJob<?> job) {
        return UserVariables.of(job.trainJob(), job.info()).stream()
                .filter(variables -> variables.override().isEmpty() || variables.reachTrainer(job.info()))
                .flatMap(variables -> variables.entries(XgboostVariable.RESERVED).stream())
                .map(entry -> FieldError.forbidden(
                        entry.path(),
                        "must not set " + entry.name()
                                + ": XGBoost jobs get it from numNodes, numProcPerNode and the JobSet; remove it here"))
                .toList();
    }
}
