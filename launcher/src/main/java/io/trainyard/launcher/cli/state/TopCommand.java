package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.cli.process.Environment;
import java.time.Clock;
import picocli.CommandLine.Command;

/** Shows again and again how runs are. */
@Command(
        name = "top",
        header = "Show what 'status' shows, again every 2 s.",
        description = {
            "",
            "RUN is a name that 'trainyard ps' lists or its beginning, the name of a TrainJob, latest, or service for what 'trainyard up' has started. "
                    + "Without it, the command shows the service of this folder and all runs that run. It ends with the last of them, or with Ctrl-C."
        },
        footer = {"  trainyard top", "  trainyard top mnist"})
public final class TopCommand extends StatusCommand {
    public TopCommand(Environment environment, Clock clock) {
        super(environment, clock, true);
    }
}
