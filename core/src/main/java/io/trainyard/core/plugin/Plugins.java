package io.trainyard.core.plugin;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.extension.TerminalCondition;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.watch.WatchSpec;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The plugins in use, by what they do, each list in the order of calls. Those that come from a {@link PluginHost} are guarded:
 * simply call them.
 *
 * @param names names of all plugins
 * @param mlPolicies set environment and counts of the trainer, before PodGroups are counted
 * @param podGroupPolicies set marks of gang schedulers on pods
 * @param componentBuilders build the objects to apply, last
 * @param validations for admission
 * @param watches kinds to watch; several plugins may name the same kind
 * @param terminalCondition decides when a TrainJob has ended
 * @param notes tell people about TrainJobs
 * @param parameters by plugin, what is wrong with parameters for it
 */
public record Plugins(
        Set<String> names,
        List<EnforceMLPolicy> mlPolicies,
        List<EnforcePodGroupPolicy> podGroupPolicies,
        List<ComponentBuilder> componentBuilders,
        List<CustomValidation> validations,
        List<Watch> watches,
        Optional<TerminalCondition> terminalCondition,
        List<JobNotes> notes,
        Map<String, PluginCatalog.ParameterCheck> parameters) {
    public Plugins {
        names = Set.copyOf(names);
        parameters = Map.copyOf(parameters);
        mlPolicies = List.copyOf(mlPolicies);
        podGroupPolicies = List.copyOf(podGroupPolicies);
        componentBuilders = List.copyOf(componentBuilders);
        validations = List.copyOf(validations);
        watches = List.copyOf(watches);
        notes = List.copyOf(notes);
    }

    /**
     * A kind that a plugin wants to be watched.
     *
     * @param plugin name of the plugin
     * @param spec the kind and how it maps to TrainJobs
     */
    public record Watch(String plugin, WatchSpec<?> spec) {}

    /**
     * Plugins as they are, without any guard; for tests and tools that make them themselves.
     *
     * @throws IllegalArgumentException when more than one has a terminal condition
     */
    public static Plugins of(Plugin... plugins) {
        List<Plugin> ordered = Arrays.stream(plugins)
                .sorted(Comparator.comparingInt(Plugin::order).thenComparing(Plugin::name))
                .toList();
        List<TerminalCondition> terminal = select(ordered, TerminalCondition.class);
        if (terminal.size() > 1) {
            throw new IllegalArgumentException("too many TerminalCondition plugins: " + terminal.size());
        }
        return new Plugins(
                ordered.stream().map(Plugin::name).collect(Collectors.toSet()),
                select(ordered, EnforceMLPolicy.class),
                select(ordered, EnforcePodGroupPolicy.class),
                select(ordered, ComponentBuilder.class),
                select(ordered, CustomValidation.class),
                select(ordered, WatchExtension.class).stream()
                        .flatMap(plugin -> plugin.watches().stream().map(spec -> new Watch(plugin.name(), spec)))
                        .toList(),
                terminal.stream().findFirst(),
                select(ordered, JobNotes.class),
                ordered.stream()
                        .collect(Collectors.toMap(
                                Plugin::name, plugin -> PluginCatalog.ParameterCheck.of(plugin.parameters()))));
    }

    Plugins withValidations(List<CustomValidation> others) {
        return new Plugins(
                names,
                mlPolicies,
                podGroupPolicies,
                componentBuilders,
                others,
                watches,
                terminalCondition,
                notes,
                parameters);
    }

    /** What rules need to know. */
    public PluginCatalog catalog() {
        return new PluginCatalog(names, parameters);
    }

    private static <T extends Plugin> List<T> select(List<Plugin> plugins, Class<T> type) {
        return plugins.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
