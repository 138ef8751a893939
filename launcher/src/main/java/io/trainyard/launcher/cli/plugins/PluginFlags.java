package io.trainyard.launcher.cli.plugins;

import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.ConfigurationReader;
import io.trainyard.core.config.ConfigurationResult;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which plugins there are and how they are set up; shared by the commands that load them without being the controller. */
public final class PluginFlags {
    @Option(
            names = "--plugins-dir",
            paramLabel = "FOLDER",
            description = "Where plugins are, instead of the configured folder or that of the distribution.")
    private @Nullable Path directory;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Configuration file of the controller: settings of plugins, names, the namespaces that it serves.")
    private @Nullable Path config;

    /**
     * The configuration that the user names; the defaults without one.
     *
     * @throws CommandException with everything that is wrong with it
     */
    public Configuration configuration(Environment environment) {
        if (config == null) {
            return Configuration.defaults();
        }
        ConfigurationResult result = ConfigurationReader.fromFile(config, List.of());
        result.warnings().forEach(warning -> environment.err().println("warning: " + warning));
        if (result instanceof ConfigurationResult.Valid valid) {
            return valid.configuration();
        }
        throw CommandException.ofInput(((ConfigurationResult.Invalid) result).errors());
    }

    /**
     * Where the plugins are.
     *
     * @throws CommandException when a folder was named that is none
     */
    public PluginSource source(Configuration configuration, Environment environment) {
        return PluginFolder.choose(directory, configuration, environment);
    }
}
