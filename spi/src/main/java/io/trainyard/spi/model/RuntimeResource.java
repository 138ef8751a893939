package io.trainyard.spi.model;

import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/** What {@link TrainingRuntime} and {@link ClusterTrainingRuntime} have in common. */
public interface RuntimeResource extends HasMetadata {
    /** The template and its policies; null only in an object that bypassed the schema. */
    @Nullable
    TrainingRuntimeSpec getSpec();
}
