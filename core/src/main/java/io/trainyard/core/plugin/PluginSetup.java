package io.trainyard.core.plugin;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.PluginContext;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Which plugins to load and how.
 *
 * @param builtIns plugins that are part of the core; every one of them is required
 * @param contents what the plugins folder holds
 * @param order names of the plugins that are called first
 * @param disabled names of plugins from the folder that are left out on purpose
 * @param required names of plugins without which start-up must stop
 * @param terminalCondition name of the plugin that decides when a TrainJob has ended; empty for the core's own
 * @param contexts gives each plugin, by name, what it starts with
 * @param invoker makes the calls
 * @param classes where their class loaders come from
 */
public record PluginSetup(
        List<Plugin> builtIns,
        PluginDirectory.Contents contents,
        List<String> order,
        Set<String> disabled,
        Set<String> required,
        Optional<String> terminalCondition,
        Function<String, PluginContext> contexts,
        PluginInvoker invoker,
        PluginClassLoaders classes) {
    public PluginSetup {
        builtIns = List.copyOf(builtIns);
        order = List.copyOf(order);
        disabled = Set.copyOf(disabled);
        required = Set.copyOf(required);
    }
}
