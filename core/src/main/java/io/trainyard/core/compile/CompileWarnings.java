package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.JobSetTemplate;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.overrides.ContainerOverride;
import io.trainyard.spi.overrides.PodOverride;
import io.trainyard.spi.runtime.Environment;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what a TrainJob asked for and does not get. Pure. */
final class CompileWarnings {
    /** Reason of warnings about variables of which the controller has its own. */
    static final String RESERVED_VARIABLE = "ReservedEnvIgnored";

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
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        List<PodOverride> overrides = spec == null ? List.of() : PodOverride.of(spec);
        List<Map<String, Object>> jobs = Tree.objects(info.template(), "replicatedJobs");
        for (int i = 0; i < jobs.size(); i++) {
            found.reservedVariables(info.podSets().get(i), jobs.get(i), overrides);
        }
        StatusReporting.misunderstood(trainJob).ifPresent(found.warnings::add);
        if (spec != null) {
            overrides.forEach(override -> found.reservedVariables(override, info));
            found.missingTargets(spec, runtime);
        }
        return List.copyOf(found.warnings);
    }

    private void reservedVariables(PodSet podSet, Map<String, Object> job, List<PodOverride> overrides) {
        podSet.containers().forEach(container -> {
            Set<String> ignored = new LinkedHashSet<>();
            Containers.find(job, container.name())
                    .ifPresent(written -> ignored.addAll(replaced(written, container.environment())));
            // Told with the place where they stand.
            overrides.stream()
                    .filter(override -> podSet.name().equals(override.job()))
                    .flatMap(override -> override.containers().stream())
                    .filter(change -> container.name().equals(change.name()))
                    .forEach(change -> ignored.removeAll(Set.copyOf(change.variables())));
            ignored.addAll(container.environment().ignoredUserVariables());
            if (!ignored.isEmpty()) {
                warn(
                        RESERVED_VARIABLE,
                        "container " + container.name() + " of " + podSet.name() + " keeps the controller's values of "
                                + String.join(", ", ignored));
            }
        });
    }

    /** Variables of the template in place of which a plugin has put its own. */
    private static List<String> replaced(Map<String, Object> container, Environment environment) {
        return Tree.objects(container, "env").stream()
                .filter(variable -> environment.isReserved(Tree.text(variable, "name")))
                .filter(variable -> environment
                        .find(Tree.text(variable, "name"))
                        .filter(kept -> !kept.equals(EnvironmentVariables.fromTree(variable)))
                        .isPresent())
                .map(variable -> Tree.text(variable, "name"))
                .toList();
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
