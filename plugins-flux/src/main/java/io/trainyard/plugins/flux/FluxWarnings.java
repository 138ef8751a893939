package io.trainyard.plugins.flux;

import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.CommandWarnings;
import io.trainyard.spi.framework.GroupWarnings;
import io.trainyard.spi.framework.JobSetNetwork;
import io.trainyard.spi.framework.Launchers;
import io.trainyard.spi.framework.StartedProgram;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What will probably not work, or not as the user thinks. Pure. */
final class FluxWarnings {
    private static final Pattern OWN_NAMES = Pattern.compile("(TRAINER|FLUX)_[A-Z0-9_]+");
    private static final Set<String> OTHER_LAUNCHERS = Stream.of(
                    Launchers.OF_SEVERAL_PROCESSES, Launchers.OF_MPI, Set.of("srun"))
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> STARTING =
            Set.of("run", "submit", "bulksubmit", "batch", "alloc", "start", "mini");

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
        CommandWarnings.of(info, job.container(), OWN_NAMES, Set.of()).forEach(findings::warning);
        return findings.build();
    }

    /** Commands whose tasks will not form the group that is asked for, each beginning with its field. */
    static List<String> ofGroup(FluxJob job, RuntimeInfo info) {
        List<String> found = new ArrayList<>();
        String path = CommandLine.path(info);
        long tasks = (long) job.nodes() * job.tasksPerNode();
        CommandLine command = new CommandLine(job.command());
        command.firstOf(OTHER_LAUNCHERS)
                .filter(launcher -> tasks > 1)
                .ifPresent(launcher -> found.add(path + ": flux run already starts the command " + tasks
                        + " times, so there will be " + tasks + " times " + launcher
                        + ", each with a group of its own; name the program without " + launcher));
        if (command.started().stream().anyMatch(FluxWarnings::startsTasks)) {
            found.add(path + ": is itself started by flux run, so flux in it is nested; name the program alone");
        }
        return found;
    }

    /** Other subcommands of Flux ask questions. */
    private static boolean startsTasks(StartedProgram program) {
        return program.is("flux")
                && program.arguments().stream()
                        .filter(word -> !word.startsWith("-"))
                        .findFirst()
                        .filter(STARTING::contains)
                        .isPresent();
    }
}
