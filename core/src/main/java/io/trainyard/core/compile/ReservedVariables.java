package io.trainyard.core.compile;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.framework.UserVariables;
import io.trainyard.spi.framework.UserVariables.OverriddenContainer;
import io.trainyard.spi.model.Initializer;
import io.trainyard.spi.model.InitializerSource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the variables of a TrainJob whose names a plugin keeps for itself in a container that they are meant for. For one TrainJob, once. */
final class ReservedVariables implements StepListener {
    private final TrainJob trainJob;
    private final Map<UserVariables.Entry, String> setters = new LinkedHashMap<>();
    private List<UserVariables> lists = List.of();

    ReservedVariables(TrainJob trainJob) {
        this.trainJob = trainJob;
    }

    /** All lists of variables that a TrainJob sets, those of its initializers too. */
    static List<UserVariables> lists(TrainJob trainJob, RuntimeInfo info) {
        List<UserVariables> lists = new ArrayList<>(UserVariables.of(trainJob, info));
        @Nullable
        Initializer initializer =
                trainJob.getSpec() == null ? null : trainJob.getSpec().initializer();
        if (initializer != null) {
            of("dataset", initializer.dataset(), info).forEach(lists::add);
            of("model", initializer.model(), info).forEach(lists::add);
        }
        return lists;
    }

    private static Stream<UserVariables> of(String kind, @Nullable InitializerSource source, RuntimeInfo info) {
        String step = kind + "-initializer";
        return source == null || source.env().isEmpty()
                ? Stream.empty()
                : info.podSets().stream()
                        .filter(podSet -> podSet.hasAncestor(step))
                        .map(podSet -> new UserVariables(
                                "spec.initializer." + kind + ".env",
                                Optional.of(new OverriddenContainer(podSet.name(), step)),
                                source.env().stream()
                                        .map(variable -> variable.getName())
                                        .toList()));
    }

    @Override
    public void merged(RuntimeInfo info) {
        lists = lists(trainJob, info);
    }

    @Override
    public void taken(Function<RuntimeInfo, String> setter, RuntimeInfo info) {
        for (UserVariables list : lists) {
            List<ContainerView> reached = reached(list, info).toList();
            List<String> reserved = list.names().stream()
                    .filter(name -> reached.stream()
                            .anyMatch(container -> container.environment().isReserved(name)))
                    .toList();
            list.entries(reserved).forEach(entry -> setters.computeIfAbsent(entry, found -> setter.apply(info)));
        }
    }

    /** What a plugin has reserved before it refuses the TrainJob is told beside the refusal. */
    @Override
    public void refused(Function<RuntimeInfo, String> setter, RuntimeInfo info) {
        taken(setter, info);
    }

    private static Stream<ContainerView> reached(UserVariables list, RuntimeInfo info) {
        return list.override()
                .map(
                        target -> info
                                .podSet(target.job())
                                .flatMap(podSet -> podSet.containerOrInitContainer(target.name()))
                                .stream())
                .orElseGet(() -> info.podSets().stream().flatMap(podSet -> podSet.trainerContainer().stream()));
    }

    /** One for each entry, with the plugin that reserves it; after the steps that were taken. */
    List<FieldError> errors() {
        List<FieldError> errors = new ArrayList<>();
        setters.forEach((entry, setter) -> errors.add(FieldError.forbidden(
                entry.path() + ".name", setter + " reserves " + entry.name() + " for itself; remove it here")));
        return errors;
    }
}
