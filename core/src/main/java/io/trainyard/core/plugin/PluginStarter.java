package io.trainyard.core.plugin;

import io.trainyard.spi.PluginContext;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.extension.TerminalCondition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starts plugins one after another and puts those that start into their places. */
final class PluginStarter {
    private final Function<String, PluginContext> contexts;
    private final PluginInvoker invoker;
    private final Set<String> names = new LinkedHashSet<>();
    private final List<EnforceMLPolicy> mlPolicies = new ArrayList<>();
    private final List<EnforcePodGroupPolicy> podGroupPolicies = new ArrayList<>();
    private final List<ComponentBuilder> componentBuilders = new ArrayList<>();
    private final List<CustomValidation> validations = new ArrayList<>();
    private final List<JobNotes> notes = new ArrayList<>();
    private final Map<String, PluginCatalog.ParameterCheck> parameters = new HashMap<>();
    private final List<Plugins.Watch> watches = new ArrayList<>();
    private @Nullable TerminalCondition terminalCondition;

    PluginStarter(Function<String, PluginContext> contexts, PluginInvoker invoker) {
        this.contexts = contexts;
        this.invoker = invoker;
    }

    /** What a plugin was asked for while it could still be left out. */
    private record Started(List<Plugins.Watch> watches, Optional<EnforcePodGroupPolicy> policy) {}

    /** Starts a plugin; it is then in use unless there is a problem. */
    Optional<String> start(Candidate candidate) {
        PluginContext context = contexts.apply(candidate.name());
        Started started;
        try {
            started = invoker.startTimeout().call(candidate.identity(), () -> {
                candidate.plugin().start(context);
                return new Started(watchesOf(candidate), policyOf(candidate));
            });
        } catch (PluginFailure e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (StartTimeout.ExceededException e) {
            return Optional.of("start failed: " + e.getMessage());
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            return Optional.of(
                    FailureMessage.of("start failed", e, candidate.identity().code()));
        }
        watches.addAll(started.watches());
        started.policy().ifPresent(podGroupPolicies::add);
        names.add(candidate.name());
        parameters.put(
                candidate.name(),
                given -> invoker.call(
                        candidate.identity(),
                        ExtensionPoint.CUSTOM_VALIDATION,
                        () -> ResultSanitizer.withPlainValues(given.check(candidate.parameters()))));
        candidate.points().forEach(point -> place(candidate, point));
        return Optional.empty();
    }

    private List<Plugins.Watch> watchesOf(Candidate candidate) {
        if (!candidate.points().contains(ExtensionPoint.WATCH_EXTENSION)) {
            return List.of();
        }
        return new GuardedPlugin.Watches(candidate, invoker)
                .watches().stream()
                        .map(spec -> new Plugins.Watch(candidate.name(), spec))
                        .toList();
    }

    private Optional<EnforcePodGroupPolicy> policyOf(Candidate candidate) {
        return candidate.points().contains(ExtensionPoint.ENFORCE_POD_GROUP_POLICY)
                ? Optional.of(new GuardedPlugin.PodGroupPolicy(candidate, invoker))
                : Optional.empty();
    }

    private void place(Candidate candidate, ExtensionPoint point) {
        switch (point) {
            case WATCH_EXTENSION, ENFORCE_POD_GROUP_POLICY -> {
                // Has been asked already, while it could still be left out.
            }
            case CUSTOM_VALIDATION -> validations.add(new GuardedPlugin.Validator(candidate, invoker));
            case ENFORCE_ML_POLICY -> mlPolicies.add(new GuardedPlugin.MLPolicy(candidate, invoker));
            case COMPONENT_BUILDER -> componentBuilders.add(new GuardedPlugin.Builder(candidate, invoker));
            case TERMINAL_CONDITION -> terminalCondition = new GuardedPlugin.Terminal(candidate, invoker);
            case JOB_NOTES -> notes.add(new GuardedPlugin.Notes(candidate, invoker));
        }
    }

    /** The plugins in use. */
    Plugins plugins() {
        return new Plugins(
                names,
                mlPolicies,
                podGroupPolicies,
                componentBuilders,
                validations,
                watches,
                Optional.ofNullable(terminalCondition),
                notes,
                parameters);
    }
}
