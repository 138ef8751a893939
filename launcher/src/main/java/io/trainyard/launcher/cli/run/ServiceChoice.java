package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Whether a run uses the service of its folder. Reads one small file. */
final class ServiceChoice {
    /** What a service has settled when it was started, or cannot do for one run. */
    private static final Set<String> OWN = Set.of(
            "--keep",
            "--api-port",
            "--kubeconfig-out",
            "--detach",
            "--plugins-dir",
            "--config",
            "--cpus",
            "--memory",
            "--gpus",
            "--page-port",
            "--open");

    private static final Set<String> OWN_GROUPS = Set.of("This machine:", "After a failure:", "Looking into programs:");

    private ServiceChoice() {}

    /**
     * A service that could be used.
     *
     * @param folder of it
     * @param status says that it is up
     * @param conflictingOption the option because of which it is not; null when there is none
     */
    record Found(ServiceFolder folder, ServiceStatus status, @Nullable String conflictingOption) {}

    /** The service of the folder of a run, if it is up and the user has not asked to go without it. */
    static Optional<Found> of(RunFlags flags) {
        ServiceFolder folder = new ServiceFolder(StateFolder.at(flags.state));
        return flags.alone || flags.dryRun
                ? Optional.empty()
                : folder.running().map(status -> new Found(folder, status, conflictingOption(flags.spec)));
    }

    private static @Nullable String conflictingOption(@Nullable CommandSpec spec) {
        if (spec == null || spec.commandLine().getParseResult() == null) {
            return null;
        }
        // A lambda about a class of picocli's options would keep that class out of the archive of classes, and cost
        // each command a fiftieth of a second.
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (isOwn(option)) {
                return option.longestName();
            }
        }
        return null;
    }

    private static boolean isOwn(OptionSpec option) {
        return OWN.contains(option.longestName())
                || (option.group() != null
                        && option.group().heading() != null
                        && OWN_GROUPS.contains(option.group().heading().replace("%n", "")));
    }
}
