package io.trainyard.local.admission;

import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.controllers.ControllerOptions;

/** Gives an API server what the controllers of this module expect of one. */
public final class LocalAdmission {
    private LocalAdmission() {}

    /** Adds the kind JobSet with its defaults and rules, and the kinds of pod groups; what is switched off is refused. */
    public static LocalApiOptions addTo(LocalApiOptions options, ControllerOptions features) {
        return options.withDefinition(JobSetDefinition.tree())
                .withDefinitions(PodGroupDefinitions.trees())
                .withHook(new JobSetAdmission(features.restartJob(), features.elasticJobSet()));
    }
}
