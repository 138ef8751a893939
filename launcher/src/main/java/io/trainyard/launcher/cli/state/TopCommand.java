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
            "RUN is a name that 'trainyard ps' lists, the beginning of one, the name of a TrainJob, latest, or service for what 'trainyard up' has started. "
                    + "Without it, the service of this folder and all runs that run. Ends with the last of them, or with Ctrl-C."
        },
        footer = {"  trainyard top", "  trainyard top mnist"})
public final class TopCommand extends StatusCommand {
    public TopCommand(Environment environment, Clock clock) {
        super(environment, clock, true);
    }
}
