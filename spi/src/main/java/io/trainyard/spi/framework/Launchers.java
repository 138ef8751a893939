package io.trainyard.spi.framework;

import java.util.Set;

/** Names of programs and Python modules that start the processes of a group themselves, for {@link CommandLine#firstOf}. */
public final class Launchers {
    /** They start several processes in a pod, with numbers of their own. */
    public static final Set<String> OF_SEVERAL_PROCESSES = Set.of(
            "torchrun",
            "torch.distributed.run",
            "torch.distributed.launch",
            "accelerate",
            "accelerate.commands.launch",
            "deepspeed",
            "horovodrun");

    /** They start processes on the hosts of a hostfile. */
    public static final Set<String> OF_MPI = Set.of("mpirun", "mpiexec", "mpiexec.hydra", "orterun", "prterun");

    private Launchers() {}
}
