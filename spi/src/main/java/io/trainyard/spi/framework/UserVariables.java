package io.trainyard.spi.framework;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.overrides.ContainerOverride;
import io.trainyard.spi.overrides.PodOverride;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * One list of variables in a TrainJob: the one of the trainer, or that of a container in an override or patch.
 *
 * @param path the field that holds the list
 * @param override which container an override means; empty for the trainer's own list
 * @param names the variables that it sets, in order
 */
public record UserVariables(String path, Optional<OverriddenContainer> override, List<String> names) {
    /**
     * The container that an override means.
     *
     * @param job name of its replicated job; empty when the user gave none
     * @param name its name; empty when the user gave none
     */
    public record OverriddenContainer(String job, String name) {}

    /** One entry of a list, such as {@code spec.trainer.env[2]}. */
    public record Entry(String path, String name) {}

    public UserVariables {
        names = List.copyOf(names);
    }

    /** All lists that set any variable: the trainer's own first, then those of overrides and patches in the order in which they are applied. */
    public static List<UserVariables> of(TrainJob trainJob, RuntimeInfo info) {
        List<UserVariables> lists = new ArrayList<>();
        add(
                lists,
                TrainJobFields.ENVIRONMENT,
                Optional.empty(),
                info.trainer().env().stream().map(EnvVar::getName).toList());
        if (trainJob.getSpec() == null) {
            return lists;
        }
        for (PodOverride override : PodOverride.of(trainJob.getSpec())) {
            for (ContainerOverride container : override.containers()) {
                add(
                        lists,
                        container.environmentPath(),
                        Optional.of(new OverriddenContainer(override.job(), container.name())),
                        container.variables());
            }
        }
        return lists;
    }

    private static void add(
            List<UserVariables> lists, String path, Optional<OverriddenContainer> override, List<String> names) {
        if (!names.isEmpty()) {
            lists.add(new UserVariables(path, override, names));
        }
    }

    /** True when this list sets variables of that container. The trainer's own list reaches the trainer container of every replicated job that trains. */
    public boolean reach(PodSet podSet, ContainerView container) {
        return override.map(target ->
                        target.job().equals(podSet.name()) && target.name().equals(container.name()))
                .orElseGet(() -> podSet.trainerContainer()
                        .filter(trainer -> trainer == container)
                        .isPresent());
    }

    /** True when this list sets variables of the trainer container. */
    public boolean reachTrainer(RuntimeInfo info) {
        return info.trainerPodSet()
                .flatMap(podSet -> podSet.trainerContainer().filter(container -> reach(podSet, container)))
                .isPresent();
    }

    /** Those of these names that the list sets, each once, sorted. */
    public List<String> among(Collection<String> wanted) {
        return names.stream().filter(wanted::contains).distinct().sorted().toList();
    }

    /** The entries of the list that set one of these names, in order. */
    public List<Entry> entries(Collection<String> wanted) {
        List<Entry> found = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (wanted.contains(names.get(i))) {
                found.add(new Entry(path + "[" + i + "]", names.get(i)));
            }
        }
        return found;
    }
}
