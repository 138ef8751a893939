package io.trainyard.launcher.cli.job;

import io.trainyard.launcher.cli.input.StateConverter;
import io.trainyard.launcher.run.folder.StateFolder;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** The option that says where runs and the service are kept; shared by the commands that have to do with them. */
public final class StateOption {
    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            converter = StateConverter.class,
            defaultValue = StateFolder.DEFAULT_NAME,
            description = "Where runs, volume claims and the service are kept (${DEFAULT-VALUE}).")
    private Path state = Path.of(StateFolder.DEFAULT_NAME);

    public StateFolder folder() {
        return StateFolder.at(state);
    }

    /**
     * The jobs there.
     *
     * @param variables environment variables
     */
    public NamedJobs jobs(Map<String, String> variables) {
        return NamedJobs.of(state, variables);
    }
}
