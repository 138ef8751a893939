package io.trainyard.launcher.cli.plugins;

import io.trainyard.core.config.Configuration;
import io.trainyard.launcher.cli.input.ConfigurationInput;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import java.nio.file.Path;
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
            description = "Configuration file of the controller, for the settings of plugins.")
    private @Nullable Path config;

    /**
     * The configuration that the user names; the defaults without one.
     *
     * @throws CommandException with everything that is wrong with it
     */
    public Configuration configuration(Environment environment) {
        return ConfigurationInput.readOrDefaults(config, environment);
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
