package io.trainyard.core.plain;

import io.trainyard.spi.framework.CommandLine;
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
    private LauncherWarnings() {}

    /** At most one warning, beginning with the field that it is about. */
    static List<String> of(RuntimeInfo info) {
        int nodes = nodes(info);
        if (nodes < 2) {
            return List.of();
        }
        return info.trainerContainer()
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
                        "num_machines"))
                .or(() -> without(
                        line.first("mpirun", "mpiexec", "deepspeed"),
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
