package io.trainyard.launcher.cli.plugins;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.TrainyardSettings;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides where plugins are looked for: the flag, the configuration, the distribution. */
public final class PluginFolder {
    private PluginFolder() {}

    /**
     * The folder, and the settings of the plugins.
     *
     * @throws CommandException when a folder was named that is none
     */
    public static PluginSource choose(@Nullable Path flag, Configuration configuration, Environment environment) {
        TrainyardSettings.Plugins settings = configuration.trainyard().plugins();
        Optional<Path> named =
                Optional.ofNullable(flag).or(() -> settings.directory().map(Path::of));
        if (named.isPresent() && !Files.isDirectory(named.get())) {
            String source = flag == null ? "trainyard.plugins.directory" : "--plugins-dir";
            throw wrong(source + ": " + named.get() + " is not a folder");
        }
        return new PluginSource(named.or(() -> environment.homeFolder("plugins")), settings);
    }
}
