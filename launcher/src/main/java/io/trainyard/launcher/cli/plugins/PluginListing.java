package io.trainyard.launcher.cli.plugins;

import java.util.List;
import java.util.Optional;

/**
 * A plugin as the command {@code plugins} shows it.
 *
 * @param name its name, or that of its jar when it could not be loaded
 * @param version version of its jar; empty when the jar does not say
 * @param origin the jar or folder it came from, or that it is built in
 * @param points where it takes part; empty when that is unknown
 * @param order its place in the order of calls
 * @param problem why it cannot be used; empty when it can
 */
public record PluginListing(
        String name, String version, String origin, List<String> points, int order, Optional<String> problem) {
    public PluginListing {
        points = List.copyOf(points);
    }
}
