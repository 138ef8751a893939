package io.trainyard.launcher.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where plugins are found, and what they are told.
 *
 * @param directory the folder with their jars; empty when there is none, so that only built-in ones are there
 * @param configuration settings by plugin name, as JSON trees
 */
public record PluginSource(Optional<Path> directory, Map<String, Map<String, Object>> configuration) {
    public PluginSource {
        configuration = Map.copyOf(configuration);
    }
}
