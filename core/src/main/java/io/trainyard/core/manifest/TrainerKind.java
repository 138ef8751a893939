package io.trainyard.core.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The kinds of our API group. */
enum TrainerKind {
    TRAIN_JOB(TrainerApi.TRAIN_JOB, true, TrainJob.class),
    TRAINING_RUNTIME(TrainerApi.TRAINING_RUNTIME, true, TrainingRuntime.class),
    CLUSTER_TRAINING_RUNTIME(TrainerApi.CLUSTER_TRAINING_RUNTIME, false, ClusterTrainingRuntime.class);

    private final String text;
    private final boolean namespaced;
    private final Class<? extends HasMetadata> type;

    TrainerKind(String text, boolean namespaced, Class<? extends HasMetadata> type) {
        this.text = text;
        this.namespaced = namespaced;
        this.type = type;
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

    static Optional<TrainerKind> of(String kind) {
        return Arrays.stream(values()).filter(own -> own.text.equals(kind)).findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(TrainerKind::text).toList();
    }
}
