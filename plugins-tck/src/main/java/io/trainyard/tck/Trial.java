package io.trainyard.tck;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.gang.GangPolicies;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.PluginPolicy;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Calls a plugin as the host does, without the host's protection: whatever goes wrong is to be seen. */
final class Trial {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final TrainJobCompiler MERGER =
            new TrainJobCompiler(new CompilerPlugins(List.of(), List.of(), List.of()));

    private Trial() {}

    /** Everything that comes out, as one text: objects and findings, or why the TrainJob cannot be built. */
    static String of(Plugin plugin, Sample sample) {
        return compiled(sample, sample.trainJob(), plugin) + "\n" + Sample.json(validation(plugin, sample));
    }

    /** The objects with these plugins, as one text. */
    static String compiled(Sample sample, TrainJob trainJob, Plugin... plugins) {
        try {
            CompiledJob compiled = compiler(sample.runtime(), plugins)
                    .compile(trainJob, sample.runtime())
                    .await()
                    .atMost(LIMIT);
            return Sample.json(compiled.objects());
        } catch (InvalidTrainJobException refused) {
            return "refused: " + refused.getMessage();
        }
    }

    private static TrainJobCompiler compiler(RuntimeDefinition runtime, Plugin... plugins) {
        List<ComponentBuilder> builders = new ArrayList<>(select(ComponentBuilder.class, null, plugins));
        neighbour(runtime, plugins).ifPresent(builders::add);
        return new TrainJobCompiler(new CompilerPlugins(
                select(EnforceMLPolicy.class, new PlainPlugin(), plugins),
                select(EnforcePodGroupPolicy.class, null, plugins),
                builders));
    }

    /** Stands for another plugin that the runtime selects, too, so that the host does not refuse for its absence. */
    private record Neighbour(String name) implements ComponentBuilder {
        @Override
        public Uni<Components> build(Request request) {
            return Uni.createFrom().item(Components.none());
        }
    }

    private static Optional<ComponentBuilder> neighbour(RuntimeDefinition runtime, Plugin... plugins) {
        return Optional.ofNullable(runtime.spec().podGroupPolicy())
                .map(PodGroupPolicy::plugin)
                .map(PluginPolicy::name)
                .filter(name ->
                        Stream.of(plugins).noneMatch(plugin -> plugin.name().equals(name)))
                .map(Neighbour::new);
    }

    private static <T> List<T> select(Class<T> type, @Nullable T ours, Plugin... plugins) {
        return Stream.concat(
                        Stream.ofNullable(ours),
                        Stream.of(plugins).filter(type::isInstance).map(type::cast))
                .toList();
    }

    /** What the plugin's validation says; nothing when it has none. */
    static Validation validation(Plugin plugin, Sample sample) {
        return plugin instanceof CustomValidation
                ? validate(plugin, sample.trainJob(), sample).await().atMost(LIMIT)
                : Validation.OK;
    }

    static Uni<Validation> validate(Plugin plugin, TrainJob trainJob, Sample sample) {
        RuntimeInfo info = MERGER.merge(trainJob, sample.runtime());
        compiler(sample.runtime(), plugin).gangs().review(trainJob, "", info, true, Validation.builder());
        info.freeze();
        return ((CustomValidation) plugin).validate(new CustomValidation.Request(trainJob, Optional.empty(), info));
    }

    /** What the host says of variables that the TrainJob sets and the plugin reserves. */
    static List<FieldError> reserved(Plugin plugin, Sample sample) {
        return compiler(sample.runtime(), plugin)
                .reserved(sample.trainJob(), sample.runtime(), MERGER.merge(sample.trainJob(), sample.runtime()))
                .await()
                .atMost(LIMIT);
    }

    /** What the plugin itself builds; nothing when it builds nothing. */
    static Components built(Plugin plugin, Sample sample) {
        return built(plugin, sample, sample.trainJob());
    }

    static Components built(Plugin plugin, Sample sample, TrainJob trainJob) {
        return plugin instanceof ComponentBuilder
                ? build(plugin, sample, trainJob).await().atMost(LIMIT)
                : Components.none();
    }

    static Uni<Components> build(Plugin plugin, Sample sample, TrainJob trainJob) {
        return ((ComponentBuilder) plugin)
                .build(new ComponentBuilder.Request(trainJob, enforced(plugin, trainJob, sample.runtime())));
    }

    /** The view after the plugin's policies, frozen. */
    static RuntimeInfo enforced(Plugin plugin, TrainJob trainJob, RuntimeDefinition runtime) {
        RuntimeInfo info = MERGER.merge(trainJob, runtime);
        enforce(plugin, trainJob, info, compiler(runtime, plugin).gangs());
        info.freeze();
        return info;
    }

    private static void enforce(Plugin plugin, TrainJob trainJob, RuntimeInfo info, GangPolicies gangs) {
        if (plugin instanceof EnforceMLPolicy policy) {
            policy.enforceMLPolicy(trainJob, info);
        }
        info.freezeCounts();
        gangs.prepare(trainJob, info);
        if (plugin instanceof EnforcePodGroupPolicy policy) {
            policy.enforcePodGroupPolicy(trainJob, info);
        }
    }

    static RuntimeInfo merged(TrainJob trainJob, RuntimeDefinition runtime) {
        return MERGER.merge(trainJob, runtime);
    }

    static List<HasMetadata> objects(Components components) {
        return components.components().stream()
                .map(component -> component.object())
                .toList();
    }
}
