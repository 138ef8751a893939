package io.trainyard.launcher.cli.plugins;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where plugins are found, and what they are told.
 *
 * @param directory the folder with their jars; empty when there is none, so that only built-in ones are there
 * @param configuration settings by plugin name, as JSON trees
 * @param order names of the plugins that are called first
 * @param disabled names of plugins that are left out
 * @param terminalCondition name of the plugin that decides when a TrainJob has ended; empty for JobSet's
 * @param startTimeout how long one plugin may take to be made, and to start
 */
public record PluginSource(
        Optional<Path> directory,
        Map<String, Map<String, Object>> configuration,
        List<String> order,
        Set<String> disabled,
        Optional<String> terminalCondition,
        Duration startTimeout) {
    public PluginSource {
        configuration = Map.copyOf(configuration);
        order = List.copyOf(order);
        disabled = Set.copyOf(disabled);
    }

    /** The plugins that are named in the configuration and not disabled: without one of them nothing starts. */
    public Set<String> required() {
        Set<String> named = new TreeSet<>(configuration.keySet());
        named.addAll(order);
        terminalCondition.ifPresent(named::add);
        named.removeAll(disabled);
        return named;
    }
}
