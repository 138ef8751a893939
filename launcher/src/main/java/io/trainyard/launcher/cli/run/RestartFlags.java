package io.trainyard.launcher.cli.run;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.local.controllers.jobset.RestartLimit;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags about what follows when a program fails. */
public final class RestartFlags {
    @Option(
            names = "--restarts",
            paramLabel = "N",
            description = "Start a job that has failed again, as a whole, up to N times; not at all without it.")
    private @Nullable Integer restarts;

    @Option(
            names = "--as-cluster",
            description = "Retry what fails as the runtime asks for in a cluster: often, and with growing waits.")
    private boolean asCluster;

    /**
     * How jobs restart; empty for as in a cluster. Elastic jobs always do as in a cluster: that they go on when a node fails is what they are for.
     *
     * @throws CommandException when the flags contradict each other
     */
    Optional<RestartLimit> limit(JobInput input) {
        if (restarts != null && asCluster) {
            throw wrong("--restarts and --as-cluster: only one of them");
        }
        int wanted = checked(restarts == null ? 0 : restarts);
        return asCluster
                ? Optional.empty()
                : Optional.of(new RestartLimit(
                        wanted,
                        input.jobs().stream()
                                .filter(RestartFlags::isElastic)
                                .map(WorkFolder::key)
                                .collect(Collectors.toSet())));
    }

    /**
     * How the jobs of a service restart, which knows none of them before they come.
     *
     * @param restarts how often
     * @throws CommandException when that is less than 0
     */
    public static RestartLimit ofService(int restarts) {
        return new RestartLimit(checked(restarts), Set.of());
    }

    private static int checked(int restarts) {
        if (restarts < 0) {
            throw wrong("--restarts: must be 0 or more, not " + restarts);
        }
        return restarts;
    }

    private static boolean isElastic(JobInput.Job job) {
        return Optional.ofNullable(job.runtime().getSpec())
                .map(TrainingRuntimeSpec::mlPolicy)
                .map(MLPolicy::torch)
                .map(TorchPolicy::elasticPolicy)
                .isPresent();
    }
}
