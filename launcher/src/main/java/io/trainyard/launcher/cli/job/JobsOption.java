package io.trainyard.launcher.cli.job;

import io.trainyard.launcher.cli.input.StateConverter;
import io.trainyard.launcher.run.folder.StateFolder;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** The option that says where jobs are kept; shared by the commands that look at one. */
public final class JobsOption {
    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            converter = StateConverter.class,
            defaultValue = StateFolder.DEFAULT_NAME,
            description = "Where runs and the service are kept (${DEFAULT-VALUE}).")
    private Path state = Path.of(StateFolder.DEFAULT_NAME);

    /**
     * The jobs there.
     *
     * @param variables environment variables
     */
    public NamedJobs jobs(Map<String, String> variables) {
        return NamedJobs.of(state, variables);
    }
}
