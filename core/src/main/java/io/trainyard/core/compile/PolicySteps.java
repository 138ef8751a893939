package io.trainyard.core.compile;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.gang.GangPolicies;
import io.trainyard.core.plugin.PluginNames;
import io.trainyard.core.plugin.WorkerStep;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.PluginPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The ML policies, then the pod group policies, one after the other: at once on the calling thread, but for plugins that are too slow for that. */
final class PolicySteps {
    private record Step(
            @Nullable WorkerStep slow, BiConsumer<TrainJob, RuntimeInfo> call, Function<RuntimeInfo, String> setter) {}

    private final List<Step> steps = new ArrayList<>();

    PolicySteps(CompilerPlugins plugins, GangPolicies gangs) {
        Set<String> frameworks = names(plugins.mlPolicies());
        // A vendor's plugin may serve its policy by building objects, or by what it does to the gang.
        Set<String> vendors = new HashSet<>(frameworks);
        vendors.addAll(names(plugins.podGroupPolicies()));
        vendors.addAll(names(plugins.componentBuilders()));
        add((trainJob, info) -> requirePlugins(info, frameworks, vendors), info -> CompileTrace.CONTROLLER);
        plugins.mlPolicies().forEach(plugin -> add(plugin, plugin::enforceMLPolicy));
        // What is prepared for all schedulers alike is what the selected one asks for.
        add(
                (trainJob, info) -> prepare(gangs, trainJob, info),
                info -> gangs.plugin(info).map(CompileTrace::plugin).orElse(CompileTrace.CONTROLLER));
        plugins.podGroupPolicies().forEach(plugin -> add(plugin, plugin::enforcePodGroupPolicy));
    }

    /** Gangs are planned with the counts as they are now, so nobody may change them any more. */
    private static void prepare(GangPolicies gangs, TrainJob trainJob, RuntimeInfo info) {
        info.freezeCounts();
        gangs.prepare(trainJob, info);
    }

    private static Set<String> names(List<? extends Plugin> plugins) {
        return plugins.stream().map(Plugin::name).collect(Collectors.toUnmodifiableSet());
    }

    /** Without its plugin a job would be built without what its processes need to find each other: each would train alone, and nothing would fail. */
    private static void requirePlugins(RuntimeInfo info, Set<String> frameworks, Set<String> vendors) {
        @Nullable MLPolicy policy = info.policy().mlPolicy();
        if (policy == null) {
            return;
        }
        for (String framework : policy.frameworks()) {
            if (!frameworks.contains(framework)) {
                throw new InvalidTrainJobException(
                        "spec.runtimeRef: mlPolicy." + framework + " is set, but " + PluginNames.notLoaded(framework));
            }
        }
        @Nullable PluginPolicy selected = policy.plugin();
        @Nullable String vendor = selected == null ? null : selected.name();
        if (vendor != null && !vendors.contains(vendor)) {
            throw new InvalidTrainJobException(
                    "spec.runtimeRef: mlPolicy.plugin is set, but " + PluginNames.notLoaded(vendor));
        }
    }

    private void add(Plugin plugin, BiConsumer<TrainJob, RuntimeInfo> call) {
        String setter = CompileTrace.plugin(plugin.name());
        steps.add(new Step(plugin instanceof WorkerStep slow ? slow : null, call, info -> setter));
    }

    private void add(BiConsumer<TrainJob, RuntimeInfo> call, Function<RuntimeInfo, String> setter) {
        steps.add(new Step(null, call, setter));
    }

    /** Takes all steps and then goes on. Throws, or gives a failure, where a step fails. */
    <T> Uni<T> enforce(TrainJob trainJob, RuntimeInfo info, StepListener listener, Supplier<Uni<T>> then) {
        return enforce(steps.iterator(), trainJob, info, listener, then);
    }

    private static <T> Uni<T> enforce(
            Iterator<Step> steps, TrainJob trainJob, RuntimeInfo info, StepListener listener, Supplier<Uni<T>> then) {
        while (steps.hasNext()) {
            Step step = steps.next();
            if (step.slow() != null && step.slow().isForWorkers()) {
                return step.slow()
                        .enforceOnWorker(trainJob, info)
                        .onFailure(InvalidTrainJobException.class)
                        .invoke(() -> listener.refused(step.setter(), info))
                        .chain(() -> {
                            listener.taken(step.setter(), info);
                            return enforce(steps, trainJob, info, listener, then);
                        });
            }
            try {
                step.call().accept(trainJob, info);
            } catch (InvalidTrainJobException refused) {
                listener.refused(step.setter(), info);
                throw refused;
            }
            listener.taken(step.setter(), info);
        }
        return then.get();
    }
}
