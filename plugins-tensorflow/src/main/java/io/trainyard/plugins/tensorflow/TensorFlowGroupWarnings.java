package io.trainyard.plugins.tensorflow;

import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.Launchers;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds commands whose programs will not join the cluster. Pure. */
final class TensorFlowGroupWarnings {
    /** An assignment, but of the value that it has; not a text that is shown. */
    private static final Pattern SETS_CONFIGURATION =
            Pattern.compile("(?s)(.*[\\s;&|(])?TF_CONFIG=(?![\"']?\\$[({]?TF_CONFIG).*");

    private TensorFlowGroupWarnings() {}

    /** The warnings, each beginning with the field that it is about; empty when there is nothing to say. */
    static List<String> of(TensorFlowCluster cluster, RuntimeInfo info) {
        return cluster.isDistributed()
                ? info.trainerContainer()
                        .map(container -> of(cluster, info, container))
                        .orElse(List.of())
                : List.of();
    }

    private static List<String> of(TensorFlowCluster cluster, RuntimeInfo info, ContainerView container) {
        List<String> found = new ArrayList<>();
        CommandLine command = CommandLine.of(container);
        Set<String> others = new HashSet<>(Launchers.OF_SEVERAL_PROCESSES);
        others.addAll(Launchers.OF_MPI);
        command.firstOf(others)
                .ifPresent(launcher -> found.add(CommandLine.path(info) + ": " + launcher
                        + " starts processes of its own, and all in one pod get the same TF_CONFIG, so they cannot form one"
                        + " cluster; start the program with python"));
        if (command.words().stream()
                .anyMatch(word -> SETS_CONFIGURATION.matcher(word).matches())) {
            found.add(CommandLine.path(info) + ": sets TF_CONFIG itself, so the program will train with the cluster"
                    + " that stands there and not with the " + cluster.pods() + " pods of this job; remove it");
        }
        return found;
    }
}
