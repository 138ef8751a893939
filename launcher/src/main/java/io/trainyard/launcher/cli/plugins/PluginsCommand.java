package io.trainyard.launcher.cli.plugins;

import io.trainyard.core.config.Configuration;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.view.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists what a controller would find in its plugins folder. */
@Command(
        name = "plugins",
        header = "List the plugins that are found, and whether they can be used.",
        description = {
            "",
            "Loads every plugin as the controller would and lists them in the order of their calls, with the extension points of each.",
            "Exits with 1 if a plugin cannot be used."
        })
public final class PluginsCommand implements Callable<Integer> {
    private static final List<String> TITLES = List.of("NAME", "VERSION", "ORDER", "TAKES PART IN", "FROM");

    private final Environment environment;
    private final Function<PluginSource, List<PluginListing>> listings;

    @Mixin
    private PluginFlags pluginFlags = new PluginFlags();

    public PluginsCommand(Environment environment, Function<PluginSource, List<PluginListing>> listings) {
        this.environment = environment;
        this.listings = listings;
    }

    @Override
    public Integer call() {
        Configuration configuration = pluginFlags.configuration(environment);
        List<PluginListing> plugins = listings.apply(pluginFlags.source(configuration, environment));
        TextTable.lines(table(plugins)).forEach(environment.out()::println);
        List<PluginListing> broken =
                plugins.stream().filter(plugin -> plugin.problem().isPresent()).toList();
        for (PluginListing plugin : broken) {
            environment
                    .err()
                    .println("cannot be used: " + plugin.name() + " (" + plugin.origin() + "): "
                            + plugin.problem().orElse(""));
        }
        return broken.isEmpty() ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private static List<List<String>> table(List<PluginListing> plugins) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(TITLES);
        for (PluginListing plugin : plugins) {
            if (plugin.problem().isEmpty()) {
                rows.add(List.of(
                        plugin.name(),
                        plugin.version().isEmpty() ? "-" : plugin.version(),
                        String.valueOf(plugin.order()),
                        String.join(", ", plugin.points()),
                        plugin.origin()));
            }
        }
        return rows;
    }
}
