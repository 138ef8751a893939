package io.trainyard.core.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kinds of our API group. */
enum TrainerKind {
    TRAIN_JOB(TrainerApi.TRAIN_JOB, true, TrainJob.class, TrainJobSpec.class, Optional.of(TrainJobStatus.class)),
    TRAINING_RUNTIME(
            TrainerApi.TRAINING_RUNTIME, true, TrainingRuntime.class, TrainingRuntimeSpec.class, Optional.empty()),
    CLUSTER_TRAINING_RUNTIME(
            TrainerApi.CLUSTER_TRAINING_RUNTIME,
            false,
            ClusterTrainingRuntime.class,
            TrainingRuntimeSpec.class,
            Optional.empty());

    private final String text;
    private final boolean namespaced;
    private final Class<? extends HasMetadata> type;
    private final Map<String, Type> fields = new LinkedHashMap<>();

    TrainerKind(
            String text,
            boolean namespaced,
            Class<? extends HasMetadata> type,
            Class<?> spec,
            Optional<Class<?>> status) {
        this.text = text;
        this.namespaced = namespaced;
        this.type = type;
        fields.put("apiVersion", String.class);
        fields.put("kind", String.class);
        fields.put("metadata", ObjectMeta.class);
        fields.put("spec", spec);
        status.ifPresent(present -> fields.put("status", present));
    }

    String text() {
        return text;
    }

    boolean isNamespaced() {
        return namespaced;
    }

    Class<? extends HasMetadata> type() {
        return type;
    }

    /** The fields at the top of an object, with their types. */
    Map<String, Type> fields() {
        return fields;
    }

    static Optional<TrainerKind> of(String kind) {
        return Arrays.stream(values()).filter(own -> own.text.equals(kind)).findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(TrainerKind::text).toList();
    }
}
