package io.trainyard.plugins.jax;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.CommandWarnings;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.GroupWarnings;
import io.trainyard.spi.framework.Launchers;
import io.trainyard.spi.framework.TrainJobFields;
import io.trainyard.spi.framework.UserVariables;
import io.trainyard.spi.model.JAXPolicy;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What will probably not work, or not as the user thinks. Changes nothing. */
final class JaxWarnings {
    /** Names that look like variables of ours, those of Kubeflow's training operator among them. */
    private static final Pattern OWN_NAMES = Pattern.compile(
            "(JAX|TRAINER|PET)_[A-Z0-9_]+|COORDINATOR_(ADDRESS|PORT)|NUM_PROCESSES|PROCESS_ID|MASTER_(ADDR|PORT)|RANK|WORLD_SIZE");

    private final FrameworkJob<JAXPolicy> job;
    private final RuntimeInfo info;
    private final ContainerView container;
    private final JaxEnvironment ours;
    private final List<String> found = new ArrayList<>();

    private JaxWarnings(FrameworkJob<JAXPolicy> job, ContainerView container, JaxEnvironment ours) {
        this.job = job;
        this.info = job.info();
        this.container = container;
        this.ours = ours;
    }

    /** The warnings, each beginning with the field that it is about; empty when there is nothing to say. */
    static List<String> of(FrameworkJob<JAXPolicy> job, JaxConfiguration configuration) {
        List<String> found = new ArrayList<>();
        RuntimeInfo info = job.info();
        GroupWarnings.readiness(info).ifPresent(found::add);
        GroupWarnings.processCount(info, "a JAX job has one process in each pod, which uses all devices of the pod")
                .ifPresent(found::add);
        info.trainerPodSet().ifPresent(podSet -> podSet.trainerContainer().ifPresent(container -> {
            JaxWarnings warnings = new JaxWarnings(job, container, JaxEnvironment.of(info, podSet, configuration));
            warnings.variables();
            warnings.launcher();
            warnings.options();
            found.addAll(warnings.found);
            found.addAll(CommandWarnings.of(info, container, OWN_NAMES, JaxVariable.NAMES));
        }));
        return List.copyOf(found);
    }

    /** Values of the user win over ours; those of the runtime, too, but its author may have a reason, so only contradictions are told. */
    private void variables() {
        Set<String> ofTrainJob = new HashSet<>();
        for (UserVariables variables : UserVariables.of(job.trainJob(), info)) {
            if (variables.reachTrainer(info)) {
                for (UserVariables.Entry entry : variables.entries(JaxVariable.NAMES)) {
                    ofTrainJob.add(entry.name());
                    found.add(entry.path() + ": " + entry.name() + " replaces the value of the controller"
                            + consequence(JaxVariable.valueOf(entry.name()))
                                    .map(text -> ", so " + text)
                                    .orElse(""));
                }
            }
        }
        for (JaxVariable variable : JaxVariable.values()) {
            if (!ofTrainJob.contains(variable.name())) {
                consequence(variable)
                        .ifPresent(text -> found.add(TrainJobFields.RUNTIME + ": " + variable.name()
                                + " of the runtime replaces the value of the controller, so " + text));
            }
        }
    }

    /** What a literal value that is not ours leads to; empty where there is none, or where it cannot be told. */
    private Optional<String> consequence(JaxVariable variable) {
        Optional<String> value = container.environment().find(variable.name()).map(EnvVar::getValue);
        return value.flatMap(text -> switch (variable) {
            case JAX_NUM_PROCESSES ->
                text.equals(String.valueOf(ours.processes()))
                        ? Optional.empty()
                        : Optional.of("the processes expect to be \"" + text + "\", but " + ours.processes()
                                + " are started; remove it, or set numNodes");
            case JAX_PROCESS_ID ->
                ours.processes() <= 1 || text.contains("$(")
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
