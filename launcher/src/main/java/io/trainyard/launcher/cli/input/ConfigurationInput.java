package io.trainyard.launcher.cli.input;

import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.ConfigurationReader;
import io.trainyard.core.config.ConfigurationResult;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the configuration of commands that need only a part of it. */
public final class ConfigurationInput {
    private ConfigurationInput() {}

    /**
     * The configuration of a file; the defaults when there is none.
     *
     * @throws CommandException with everything that is wrong with it
     */
    public static Configuration readOrDefaults(@Nullable Path file, Environment environment) {
        if (file == null) {
            return Configuration.defaults();
        }
        ConfigurationResult result = ConfigurationReader.fromFile(file, List.of());
        result.warnings().forEach(warning -> environment.err().println("warning: " + warning));
        if (result instanceof ConfigurationResult.Valid valid) {
            return valid.configuration();
        }
        throw CommandException.ofInput(((ConfigurationResult.Invalid) result).errors());
    }
}
