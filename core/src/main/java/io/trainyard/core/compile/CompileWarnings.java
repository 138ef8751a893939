package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.JobSetTemplate;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.overrides.ContainerOverride;
import io.trainyard.spi.overrides.PodOverride;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what a TrainJob asked for and does not get. Pure. */
final class CompileWarnings {
    private static final String RESERVED_VARIABLE = "ReservedEnvIgnored";
    private static final String MISSING_TARGET = "OverrideIgnored";

    private final List<CompiledJob.Warning> warnings = new ArrayList<>();

    private CompileWarnings() {}

    /**
     * The warnings about a compiled job.
     *
     * @param info the view after all plugins
     */
    static List<CompiledJob.Warning> of(TrainJob trainJob, RuntimeDefinition runtime, RuntimeInfo info) {
        CompileWarnings found = new CompileWarnings();
        info.podSets().forEach(found::reservedVariables);
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        if (spec != null) {
            PodOverride.of(spec).forEach(override -> found.reservedVariables(override, info));
            found.missingTargets(spec, runtime);
        }
        return List.copyOf(found.warnings);
    }

    private void reservedVariables(PodSet podSet) {
        podSet.containers().forEach(container -> {
            List<String> ignored = container.environment().ignoredUserVariables();
            if (!ignored.isEmpty()) {
                warn(
                        RESERVED_VARIABLE,
                        "container " + container.name() + " of " + podSet.name() + " keeps the controller's values of "
                                + String.join(", ", ignored));
            }
        });
    }

    private void reservedVariables(PodOverride override, RuntimeInfo info) {
        for (ContainerOverride change : override.containers()) {
            info.podSet(override.job())
                    .flatMap(podSet -> podSet.containerOrInitContainer(change.name()))
                    .map(container -> change.variables().stream()
                            .filter(container.environment()::isReserved)
                            .toList())
                    .filter(ignored -> !ignored.isEmpty())
                    .ifPresent(ignored -> warn(
                            RESERVED_VARIABLE,
                            change.environmentPath() + ": container " + change.name() + " of " + override.job()
                                    + " keeps the controller's values of " + String.join(", ", ignored)));
        }
    }

    private void missingTargets(TrainJobSpec spec, RuntimeDefinition runtime) {
        @Nullable JobSetTemplate template = runtime.spec().template();
        if (template != null) {
            OverrideCheck.withoutTarget(spec, Tree.objects(template.spec(), "replicatedJobs"))
                    .forEach(finding -> warn(
                            MISSING_TARGET,
                            finding.path() + ": the runtime has no replicated job \"" + finding.value()
                                    + "\", so nothing is changed"));
        }
    }

    private void warn(String reason, String message) {
        warnings.add(new CompiledJob.Warning(reason, message));
    }
}
