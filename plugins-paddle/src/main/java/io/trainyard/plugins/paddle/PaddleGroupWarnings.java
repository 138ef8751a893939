package io.trainyard.plugins.paddle;

import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.Launchers;
import io.trainyard.spi.framework.PythonProgram;
import io.trainyard.spi.framework.StartedProgram;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds commands whose programs will not form the group that a TrainJob asks for. Pure. */
final class PaddleGroupWarnings {
    private static final String LAUNCHER = "paddle.distributed.launch";

    /** Options of Paddle's launcher that win over what the nodes are told. */
    private static final List<String> OPTIONS = List.of("nnodes", "master", "ips", "rank", "host");

    /** Options of the launcher that no value follows. */
    private static final Map<String, Integer> FLAGS = Map.of("sort_ip", 0);

    private final PaddleGroup group;
    private final RuntimeInfo info;

    private PaddleGroupWarnings(PaddleGroup group, RuntimeInfo info) {
        this.group = group;
        this.info = info;
    }

    /** The warnings, each beginning with the field that it is about; empty when there is nothing to say. */
    static List<String> of(PaddleGroup group, RuntimeInfo info) {
        return group.pods() < 2
                ? List.of()
                : info.trainerContainer()
                        .map(new PaddleGroupWarnings(group, info)::of)
                        .orElse(List.of());
    }

    private List<String> of(ContainerView container) {
        CommandLine command = CommandLine.of(container);
        String path = CommandLine.path(info);
        List<String> found = new ArrayList<>();
        if (launches(command)) {
            contradictions(command)
                    .forEach(option -> found.add(path + ": " + option
                            + " wins over what Trainyard tells the launcher of " + group.pods()
                            + " pods, so they may not come together; remove it"));
            return found;
        }
        command.started().stream()
                .filter(PaddleGroupWarnings::startsNoGroup)
                .findFirst()
                .ifPresent(program -> found.add(path + ": " + program.name()
                        + " without Paddle's launcher, so each of the " + group.pods()
                        + " pods will train alone; write python -m " + LAUNCHER + " before the program"));
        return found;
    }

    private static boolean launches(CommandLine command) {
        return command.words().stream().anyMatch(word -> word.contains(LAUNCHER))
                || command.programs().contains("fleetrun");
    }

    /** Of programs with a name of their own nobody knows. */
    private static boolean startsNoGroup(StartedProgram program) {
        return PythonProgram.mayWantGroup(program)
                || Launchers.OF_SEVERAL_PROCESSES.contains(program.name())
                || Launchers.OF_MPI.contains(program.name());
    }

    /** Options whose value is not taken from our variables and not the same. */
    private List<String> contradictions(CommandLine command) {
        Optional<StartedProgram> launcher =
                command.first(LAUNCHER, "fleetrun").map(program -> program.ownOptions(FLAGS));
        List<String> found = new ArrayList<>();
        for (String option : OPTIONS) {
            launcher.flatMap(program -> program.option(option))
                    .filter(value -> !value.contains("$") && !value.equals(ours(option)))
                    .ifPresent(value -> found.add("--" + option + " " + value));
        }
        return found;
    }

    private String ours(String option) {
        return option.equals("nnodes") ? Long.toString(group.pods()) : "";
    }
}
