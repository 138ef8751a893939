package io.trainyard.plugins.jax;

import io.trainyard.spi.framework.CommandWarnings;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.GroupWarnings;
import io.trainyard.spi.framework.UserVariables;
import io.trainyard.spi.model.JAXPolicy;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What has no effect, or another one than the user thinks, beside {@link JaxGroupWarnings}. Changes nothing. */
final class JaxWarnings {
    /** Names that look like variables of ours, those of Kubeflow's training operator among them. */
    private static final Pattern OWN_NAMES = Pattern.compile(
            "(JAX|TRAINER|PET)_[A-Z0-9_]+|COORDINATOR_(ADDRESS|PORT)|NUM_PROCESSES|PROCESS_ID|MASTER_(ADDR|PORT)|RANK|WORLD_SIZE");

    private JaxWarnings() {}

    /**
     * The warnings, each beginning with the field that it is about; empty when there is nothing to say.
     *
     * @param told what was said already
     */
    static List<String> of(FrameworkJob<JAXPolicy> job, List<String> told) {
        RuntimeInfo info = job.info();
        List<String> found = new ArrayList<>();
        UserVariables.of(job.trainJob(), info).stream()
                .filter(variables -> variables.reachTrainer(info))
                .flatMap(variables -> variables.entries(JaxVariable.NAMES).stream())
                .filter(entry -> told.stream().noneMatch(text -> text.startsWith(entry.path() + ":")))
                .forEach(entry ->
                        found.add(entry.path() + ": " + entry.name() + " replaces the value of the controller"));
        GroupWarnings.readiness(info).ifPresent(found::add);
        GroupWarnings.processCount(info, "a JAX job has one process in each pod, which uses all devices of the pod")
                .ifPresent(found::add);
        info.trainerContainer()
                .ifPresent(
                        container -> found.addAll(CommandWarnings.of(info, container, OWN_NAMES, JaxVariable.NAMES)));
        return List.copyOf(found);
    }
}
