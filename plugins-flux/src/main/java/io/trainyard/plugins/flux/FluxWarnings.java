package io.trainyard.plugins.flux;

import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.CommandWarnings;
import io.trainyard.spi.framework.GroupWarnings;
import io.trainyard.spi.framework.JobSetNetwork;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Set;
import java.util.regex.Pattern;

/** What will probably not work, or not as the user thinks. Pure. */
final class FluxWarnings {
    private static final Pattern OWN_NAMES = Pattern.compile("(TRAINER|FLUX)_[A-Z0-9_]+");
    private static final Set<String> OTHER_LAUNCHERS =
            Set.of("mpirun", "mpiexec", "srun", "torchrun", "torch.distributed.run", "horovodrun");

    private FluxWarnings() {}

    static Validation of(FluxJob job, RuntimeInfo info) {
        Validation.Builder findings = Validation.builder();
        if (job.nodes() > 1 && !JobSetNetwork.of(info).publishesNotReady()) {
            findings.warning(GroupWarnings.unpublished());
        }
        String path = CommandLine.path(info);
        if (job.command().isEmpty()) {
            findings.warning(
                    path + ": there is none, so the brokers wait for people to submit work, and the job does not"
                            + " end by itself; set spec.trainer.command, or spec.activeDeadlineSeconds");
        }
        long tasks = (long) job.nodes() * job.tasksPerNode();
        CommandLine command = new CommandLine(job.command());
        command.firstOf(OTHER_LAUNCHERS)
                .filter(launcher -> tasks > 1)
                .ifPresent(launcher -> findings.warning(path + ": flux run already starts the command " + tasks
                        + " times, so there will be " + tasks + " times " + launcher + ", each with a group of its own;"
                        + " name the program without " + launcher));
        if (command.programs().contains("flux")) {
            findings.warning(path + ": is itself started by flux run, " + tasks
                    + " times, so flux in it is nested; name the program alone");
        }
        CommandWarnings.of(info, job.container(), OWN_NAMES, Set.of()).forEach(findings::warning);
        return findings.build();
    }
}
