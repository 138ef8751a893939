package io.trainyard.core.plain;

import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.Launchers;
import io.trainyard.spi.framework.StartedProgram;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds launchers of distributed programs in runtimes without a framework, where nothing tells them of the other nodes. Says nothing of programs that form
 * their group by themselves. Pure.
 */
final class LauncherWarnings {
    /** Variables that tell a launcher of the other nodes. */
    private static final List<String> HOSTS = List.of(
            "PET_NNODES", "OMPI_MCA_orte_default_hostfile", "PRTE_MCA_prte_default_hostfile", "HYDRA_HOST_FILE");

    private LauncherWarnings() {}

    /** At most one warning, beginning with the field that it is about. */
    static List<String> of(RuntimeInfo info) {
        int nodes = nodes(info);
        if (nodes < 2) {
            return List.of();
        }
        return info.trainerContainer()
                .filter(container -> HOSTS.stream().noneMatch(container.environment()::isDefinedByTemplateOrUser))
                .flatMap(container -> alone(CommandLine.of(container)))
                .map(reason -> List.of(CommandLine.path(info) + ": " + reason
                        + ", and the runtime has no mlPolicy that sets them, so each of the " + nodes
                        + " nodes trains alone"))
                .orElse(List.of());
    }

    private static Optional<String> alone(CommandLine line) {
        return without(
                        line.first("torchrun", "torch.distributed.run"),
                        "torchrun needs --nnodes or PET_NNODES",
                        "nnodes")
                .or(() -> without(
                        line.first("accelerate", "accelerate.commands.launch", "trl"),
                        "accelerate launch needs --num_machines",
                        "num_machines",
                        "config_file",
                        "accelerate_config"))
                .or(() -> without(
                        line.started().stream()
                                .filter(program -> program.is("deepspeed", "horovodrun")
                                        || Launchers.OF_MPI.contains(program.name()))
                                .findFirst(),
                        "it needs the other hosts",
                        "hostfile",
                        "machinefile",
                        "f",
                        "host",
                        "hosts",
                        "H"));
    }

    private static Optional<String> without(Optional<StartedProgram> program, String reason, String... options) {
        return program.filter(started -> started.option(options).isEmpty()).map(started -> reason);
    }

    private static int nodes(RuntimeInfo info) {
        @Nullable Integer wanted = info.trainer().numNodes();
        return wanted != null
                ? wanted
                : info.trainerPodSet().map(podSet -> podSet.count()).orElse(1);
    }
}
