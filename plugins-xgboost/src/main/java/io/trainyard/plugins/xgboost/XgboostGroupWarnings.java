package io.trainyard.plugins.xgboost;

import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.Launchers;
import io.trainyard.spi.framework.TrainJobFields;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds what will keep the workers from forming the group that a TrainJob asks for. Changes nothing. */
final class XgboostGroupWarnings {
    private final RuntimeInfo info;
    private final XgboostEnvironment ours;
    private final List<String> found = new ArrayList<>();

    private XgboostGroupWarnings(RuntimeInfo info, XgboostEnvironment ours) {
        this.info = info;
        this.ours = ours;
    }

    /** The warnings, each beginning with the field that it is about; empty when there is nothing to say. */
    static List<String> of(RuntimeInfo info, XgboostConfiguration configuration) {
        return info.trainerPodSet()
                .flatMap(podSet -> podSet.trainerContainer().map(container -> {
                    XgboostGroupWarnings warnings = new XgboostGroupWarnings(
                            info, XgboostEnvironment.of(info, podSet, container, configuration));
                    warnings.severalWorkers();
                    warnings.launcher(container);
                    return List.copyOf(warnings.found);
                }))
                .orElse(List.of());
    }

    /** A pod has one process; the tracker waits for all workers. */
    private void severalWorkers() {
        if (ours.workersPerNode() > 1 && ours.nodes() > 0) {
            found.add(TrainJobFields.PROCESSES + ": the tracker waits for " + ours.workers() + " workers, "
                    + ours.workersPerNode()
                    + " on each node, but one process starts there; it must start the others, with numbers from"
                    + " DMLC_TASK_ID * " + ours.workersPerNode()
                    + " on, or training never begins; numProcPerNode: 1 means one worker on each node");
        }
    }

    private void launcher(ContainerView container) {
        CommandLine command = CommandLine.of(container);
        command.firstOf(Launchers.OF_SEVERAL_PROCESSES)
                .ifPresent(program -> found.add(CommandLine.path(info) + ": " + program
                        + " starts processes of its own, and all in one pod get the same DMLC_TASK_ID, so the tracker sees more"
                        + " workers than it waits for; start python itself"));
        command.firstOf(Launchers.OF_MPI)
                .filter(program -> ours.nodes() > 1)
                .ifPresent(program -> found.add(CommandLine.path(info) + ": " + program
                        + " knows no host but its own here, so each of the " + ours.nodes()
                        + " pods starts workers of its own; start python itself, or use a runtime with mlPolicy.mpi"));
        command.firstOf(Set.of("dmlc-submit"))
                .filter(program -> ours.nodes() > 1)
                .ifPresent(program -> found.add(CommandLine.path(info) + ": " + program
                        + " starts a tracker and workers of its own in each of the " + ours.nodes()
                        + " pods, which then train apart from each other; start the program of the workers itself"));
    }
}
