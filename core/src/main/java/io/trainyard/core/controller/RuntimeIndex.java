package io.trainyard.core.controller;

import io.trainyard.core.kube.ObjectCache;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.watch.TrainJobIndex;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds TrainJobs by namespace and by the runtime that they name. Safe on any thread. */
final class RuntimeIndex implements TrainJobIndex {
    /** Name of the index in the cache of TrainJobs. */
    static final String NAME = "runtime";

    private final ObjectCache<TrainJob> trainJobs;

    RuntimeIndex(ObjectCache<TrainJob> trainJobs) {
        this.trainJobs = trainJobs;
    }

    /** Values of the index for a TrainJob: one, or none when it names a runtime of another group. */
    static List<String> values(TrainJob trainJob) {
        @Nullable
        RuntimeRef reference =
                trainJob.getSpec() == null ? null : trainJob.getSpec().runtimeRef();
        if (reference == null || !TrainerApi.GROUP.equals(reference.effectiveApiGroup())) {
            return List.of();
        }
        boolean namespaced = TrainerApi.TRAINING_RUNTIME.equals(reference.effectiveKind());
        return List.of(value(
                reference.effectiveKind(),
                namespaced ? trainJob.getMetadata().getNamespace() : "",
                String.valueOf(reference.name())));
    }

    @Override
    public List<TrainJob> inNamespace(String namespace) {
        return List.copyOf(trainJobs.inNamespace(namespace));
    }

    @Override
    public List<TrainJob> ofRuntime(String kind, String namespace, String name) {
        return List.copyOf(trainJobs.byIndex(NAME, value(kind, namespace, name)));
    }

    private static String value(String kind, String namespace, String name) {
        return kind + "/" + namespace + "/" + name;
    }
}
