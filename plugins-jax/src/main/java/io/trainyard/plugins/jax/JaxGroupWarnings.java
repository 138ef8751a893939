package io.trainyard.plugins.jax;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.Launchers;
import io.trainyard.spi.framework.TrainJobFields;
import io.trainyard.spi.framework.UserVariables;
import io.trainyard.spi.model.JAXPolicy;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds what will keep the processes from forming the group that a TrainJob asks for. Changes nothing. */
final class JaxGroupWarnings {
    private final FrameworkJob<JAXPolicy> job;
    private final RuntimeInfo info;
    private final ContainerView container;
    private final JaxEnvironment ours;
    private final List<String> found = new ArrayList<>();

    private JaxGroupWarnings(
            FrameworkJob<JAXPolicy> job, PodSet trainer, ContainerView container, JaxConfiguration configuration) {
        this.job = job;
        this.info = job.info();
        this.container = container;
        this.ours = JaxEnvironment.of(info, trainer, configuration);
    }

    /** The warnings, each beginning with the field that it is about; empty when there is nothing to say. */
    static List<String> of(FrameworkJob<JAXPolicy> job, JaxConfiguration configuration) {
        return job.info()
                .trainerPodSet()
                .flatMap(podSet -> podSet.trainerContainer()
                        .map(container -> new JaxGroupWarnings(job, podSet, container, configuration).run()))
                .orElse(List.of());
    }

    private List<String> run() {
        variables();
        launcher();
        options();
        return List.copyOf(found);
    }

    /** Values of the TrainJob and of the runtime win over ours. */
    private void variables() {
        Map<String, String> places = new HashMap<>();
        UserVariables.of(job.trainJob(), info).stream()
                .filter(variables -> variables.reachTrainer(info))
                .flatMap(variables -> variables.entries(JaxVariable.NAMES).stream())
                .forEach(entry -> places.putIfAbsent(entry.name(), entry.path()));
        for (JaxVariable variable : JaxVariable.values()) {
            @Nullable String place = places.get(variable.name());
            consequence(variable)
                    .ifPresent(text -> found.add((place == null ? TrainJobFields.RUNTIME : place) + ": "
                            + variable.name() + (place == null ? " of the runtime" : "")
                            + " replaces the value of the controller, so " + text));
        }
    }

    /** What a literal value that is not ours leads to; empty where there is none, or where it cannot be told. */
    private Optional<String> consequence(JaxVariable variable) {
        Optional<String> value = container
                .environment()
                .find(variable.name())
                .map(EnvVar::getValue)
                .filter(text -> !text.contains("$("));
        return value.flatMap(text -> switch (variable) {
            case JAX_NUM_PROCESSES ->
                text.equals(String.valueOf(ours.processes()))
                        ? Optional.empty()
                        : Optional.of("the processes expect to be \"" + text + "\", but " + ours.processes()
                                + " are started; remove it, or set numNodes");
            case JAX_PROCESS_ID ->
                ours.processes() <= 1
                        ? Optional.empty()
                        : Optional.of("all " + ours.processes() + " processes believe to be number \"" + text
                                + "\", and they never form one group; remove it");
            case JAX_COORDINATOR_ADDRESS ->
                text.contains(":")
                        ? Optional.empty()
                        : Optional.of("JAX finds no port in \"" + text + "\"; write it as in " + ours.coordinator());
        });
    }

    /** All processes that such a program starts get the same number. */
    private void launcher() {
        CommandLine command = CommandLine.of(container);
        command.firstOf(Launchers.OF_SEVERAL_PROCESSES)
                .ifPresent(program -> found.add(CommandLine.path(info) + ": " + program
                        + " starts processes of its own, and all in one pod get the same JAX_PROCESS_ID, so they never"
                        + " form one group; start python itself, one process in each pod"));
        command.firstOf(Launchers.OF_MPI)
                .filter(program -> ours.processes() > 1)
                .ifPresent(program -> found.add(CommandLine.path(info) + ": " + program
                        + " knows no host but its own here, so each of the " + ours.processes()
                        + " pods starts a group of its own; start python itself, or use a runtime with mlPolicy.mpi"));
    }

    /** Options by which many programs are told what our variables say. */
    private void options() {
        CommandLine command = CommandLine.of(container);
        command.option("num_processes")
                .filter(value -> value.matches("[0-9]+") && !value.equals(String.valueOf(ours.processes())))
                .ifPresent(value -> found.add(CommandLine.path(info) + ": --num_processes " + value
                        + " contradicts the " + ours.processes() + " nodes of this job; write $(JAX_NUM_PROCESSES)"));
        command.option("process_id")
                .filter(value -> value.matches("[0-9]+") && ours.processes() > 1)
                .ifPresent(
                        value -> found.add(CommandLine.path(info) + ": --process_id " + value + " is the same in all "
                                + ours.processes() + " pods, so they never form one group; write $(JAX_PROCESS_ID)"));
    }
}
