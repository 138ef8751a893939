package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a TrainJob and its runtime into the objects that should exist: merge, ML policies, pod group policies, builders (PIPE-09). The only
 * place that does so; the controller, {@code render} and the benchmarks all call it. Same input, same output.
 */
public final class TrainJobCompiler {
    /** Place of a kind in the order of JOBSET-16; what is not named comes last. */
    private static final Map<String, Integer> APPLY_ORDER =
            Map.of("ConfigMap", 0, "Secret", 0, "PodGroup", 1, "JobSet", 2);

    private final CompilerPlugins plugins;

    public TrainJobCompiler(CompilerPlugins plugins) {
        this.plugins = plugins;
    }

    /**
     * The runtime merged with the TrainJob, before any policy: what validations see (PIPE-07).
     *
     * @throws InvalidTrainJobException when it cannot be merged
     */
    public RuntimeInfo merge(TrainJob trainJob, RuntimeDefinition runtime) {
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        if (spec == null) {
            throw new InvalidTrainJobException("spec is missing");
        }
        return RuntimeMerger.merge(trainJob, spec, runtime);
    }

    /**
     * Everything that should exist. Policies run at once, on the calling thread; builders may answer later, on any thread.
     *
     * @return fails with {@link InvalidTrainJobException} for a mistake of the user, with anything else for a fault of a plugin
     */
    public Uni<CompiledJob> compile(TrainJob trainJob, RuntimeDefinition runtime) {
        try {
            RuntimeInfo info = merge(trainJob, runtime);
            for (EnforceMLPolicy plugin : plugins.mlPolicies()) {
                plugin.enforceMLPolicy(trainJob, info);
            }
            for (EnforcePodGroupPolicy plugin : plugins.podGroupPolicies()) {
                plugin.enforcePodGroupPolicy(trainJob, info);
            }
            info.freeze();
            JobNames.require(trainJob.getMetadata().getName(), info);
            return build(trainJob, info, CompileWarnings.of(trainJob, runtime, info));
        } catch (RuntimeException failure) {
            return Uni.createFrom().failure(failure);
        }
    }

    private Uni<CompiledJob> build(TrainJob trainJob, RuntimeInfo info, List<CompiledJob.Warning> warnings) {
        ComponentBuilder.Request request = new ComponentBuilder.Request(trainJob, info);
        List<Uni<List<HasMetadata>>> parts =
                new ArrayList<>(plugins.componentBuilders().size());
        plugins.componentBuilders().forEach(builder -> parts.add(builder.build(request)));
        if (parts.isEmpty()) {
            return Uni.createFrom().item(new CompiledJob(info, List.of(), warnings));
        }
        return Uni.join()
                .all(parts)
                .andFailFast()
                .map(objects -> new CompiledJob(info, owned(trainJob, objects), warnings));
    }

    private static List<HasMetadata> owned(TrainJob trainJob, List<List<HasMetadata>> parts) {
        OwnerReference owner = owner(trainJob);
        List<HasMetadata> objects = new ArrayList<>();
        for (List<HasMetadata> part : parts) {
            for (HasMetadata object : part) {
                object.getMetadata().setNamespace(trainJob.getMetadata().getNamespace());
                object.getMetadata().setOwnerReferences(List.of(owner));
                objects.add(object);
            }
        }
        objects.sort(Comparator.comparing(object -> APPLY_ORDER.getOrDefault(object.getKind(), Integer.MAX_VALUE)));
        return objects;
    }

    /** The TrainJob as the one owner of everything that is made for it (JOBSET-03). */
    public static OwnerReference owner(TrainJob trainJob) {
        return new OwnerReferenceBuilder()
                .withApiVersion(TrainerApi.API_VERSION)
                .withKind(TrainerApi.TRAIN_JOB)
                .withName(trainJob.getMetadata().getName())
                .withUid(trainJob.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
    }
}
