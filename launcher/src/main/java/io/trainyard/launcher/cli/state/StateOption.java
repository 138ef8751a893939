package io.trainyard.launcher.cli.state;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.input.StateConverter;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.launcher.run.folder.UnknownRunException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that says where runs are kept; shared by the commands that look at them. */
final class StateOption {
    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            converter = StateConverter.class,
            defaultValue = StateFolder.DEFAULT_NAME,
            description = "Where runs are kept (${DEFAULT-VALUE}).")
    private Path state = Path.of(StateFolder.DEFAULT_NAME);

    StateFolder folder() {
        return StateFolder.at(state);
    }

    /**
     * The run that a user means.
     *
     * @throws CommandException when there is none
     */
    RunFolder find(String name) {
        try {
            return folder().find(name);
        } catch (UnknownRunException unknown) {
            throw wrong(String.valueOf(unknown.getMessage()));
        }
    }
}
