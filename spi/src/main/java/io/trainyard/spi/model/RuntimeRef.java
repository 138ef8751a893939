package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Which runtime a TrainJob uses.
 *
 * @param apiGroup API group of the runtime kind; null or empty means {@code trainer.kubeflow.org}
 * @param kind {@code TrainingRuntime}, {@code ClusterTrainingRuntime}; null or empty means the latter
 * @param name name of the runtime; a TrainingRuntime is looked up in the namespace of the TrainJob
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RuntimeRef(@Nullable String apiGroup, @Nullable String kind, @Nullable String name) {

    /** The API group that is meant, with the default applied and the older name of the group replaced. */
    public String effectiveApiGroup() {
        return apiGroup == null || apiGroup.isEmpty() || apiGroup.equals(TrainerApi.GROUP_ALIAS)
                ? TrainerApi.GROUP
                : apiGroup;
    }

    /** The kind that is meant, with the default applied. */
    public String effectiveKind() {
        return kind == null || kind.isEmpty() ? TrainerApi.CLUSTER_TRAINING_RUNTIME : kind;
    }

    /** Key in the registry of runtime kinds: kind, dot, group. */
    public String registryKey() {
        return effectiveKind() + "." + effectiveApiGroup();
    }
}
