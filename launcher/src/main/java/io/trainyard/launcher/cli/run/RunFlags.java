package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.cli.input.DurationConverter;
import io.trainyard.launcher.cli.job.StateOption;
import io.trainyard.launcher.cli.plugins.PluginFlags;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be said of any run on this machine, wherever its TrainJobs come from. */
public final class RunFlags {
    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Stop after this time, such as 90s or 2h, and end with 124.")
    @Nullable
    Duration timeout;

    @Option(names = "--dry-run", description = "Print the objects that would be created, and stop.")
    boolean dryRun;

    @Mixin
    StateOption state = new StateOption();

    @Option(
            names = {"-d", "--detach"},
            description = "Run in the background; see the commands attach, status and stop.")
    boolean detached;

    @Option(names = "--keep", description = "Keep the API server and its objects after the end, until Ctrl-C.")
    boolean keep;

    @Option(
            names = "--kubeconfig-out",
            paramLabel = "FILE",
            description = "Write a kubeconfig for the API server of this run, for kubectl and the Python SDK.")
    @Nullable
    Path kubeconfig;

    @Option(
            names = "--api-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the API server on 127.0.0.1; any free one without it.")
    int port;

    @Mixin
    PluginFlags pluginFlags = new PluginFlags();

    @ArgGroup(validate = false, heading = "%nAfter a failure:%n")
    RestartFlags restarts = new RestartFlags();

    @ArgGroup(validate = false, heading = "%nWhat is shown:%n")
    DisplayFlags display = new DisplayFlags();

    @ArgGroup(validate = false, heading = "%nLooking into programs:%n")
    ToolFlags tools = new ToolFlags();

    @ArgGroup(validate = false, heading = "%nThis machine:%n")
    MachineFlags machine = new MachineFlags();

    /** Whether nothing is to run. */
    public boolean isDryRun() {
        return dryRun;
    }

    /** Whether it goes on in the background. */
    public boolean isDetached() {
        return detached;
    }
}
