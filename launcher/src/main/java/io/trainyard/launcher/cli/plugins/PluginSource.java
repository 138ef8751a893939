package io.trainyard.launcher.cli.plugins;

import io.trainyard.core.config.TrainyardSettings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where plugins are found, and what they are told.
 *
 * @param directory the folder with their jars; empty when there is none, so that only built-in ones are there
 * @param settings those of the configuration, whose folder counts for nothing here
 */
public record PluginSource(Optional<Path> directory, TrainyardSettings.Plugins settings) {
    /** The plugins that are named in the configuration and not disabled: without one of them nothing starts. */
    public Set<String> required() {
        Set<String> named = new TreeSet<>(settings.configuration().keySet());
        named.addAll(settings.order());
        settings.terminalCondition().ifPresent(named::add);
        named.removeAll(settings.disabled());
        return named;
    }
}
