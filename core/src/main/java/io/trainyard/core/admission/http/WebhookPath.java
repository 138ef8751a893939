package io.trainyard.core.admission.http;

import io.trainyard.spi.model.TrainerApi;
import java.util.Optional;

/** The webhooks that there are, by the paths under which the API server knows them. */
public enum WebhookPath {
    MUTATE_TRAIN_JOB("/mutate-trainer-kubeflow-org-v1alpha1-trainjob", TrainerApi.TRAIN_JOB),
    VALIDATE_TRAIN_JOB("/validate-trainer-kubeflow-org-v1alpha1-trainjob", TrainerApi.TRAIN_JOB),
    VALIDATE_TRAINING_RUNTIME("/validate-trainer-kubeflow-org-v1alpha1-trainingruntime", TrainerApi.TRAINING_RUNTIME),
    VALIDATE_CLUSTER_TRAINING_RUNTIME(
            "/validate-trainer-kubeflow-org-v1alpha1-clustertrainingruntime", TrainerApi.CLUSTER_TRAINING_RUNTIME);

    private final String path;
    private final String kind;

    WebhookPath(String path, String kind) {
        this.path = path;
        this.kind = kind;
    }

    /** Path of the URL. */
    public String path() {
        return path;
    }

    /** Kind of the objects that it is asked about. */
    public String kind() {
        return kind;
    }

    static Optional<WebhookPath> of(String path) {
        for (WebhookPath each : values()) {
            if (each.path.equals(path)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
