package io.trainyard.launcher.controller;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionReader;
import io.trainyard.core.admission.http.WebhookPath;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.json.Json;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Optional;

/** A TrainJob and its runtime as users have them most, and the reviews that an API server asks for when it is created and suspended. Nothing of it exists anywhere. */
final class SampleReviews implements AdmissionReader {
    private static final String RUNTIME =
            """
            {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "ClusterTrainingRuntime",
             "metadata": {"name": "sample", "uid": "sample", "resourceVersion": "1", "generation": 1, "creationTimestamp": "2020-01-01T00:00:00Z", "labels": {"trainer.kubeflow.org/framework": "torch"}},
             "spec": {"mlPolicy": {"numNodes": 1, "torch": {"numProcPerNode": "auto"}},
                      "template": {"spec": {"replicatedJobs": [
                        {"name": "node", "template": {
                          "metadata": {"labels": {"trainer.kubeflow.org/trainjob-ancestor-step": "trainer"}},
                          "spec": {"template": {"spec": {"containers": [
                            {"name": "node", "image": "sample", "command": ["torchrun", "train.py"]}]}}}}}]}}}}
            """;

    /** The gang scheduler whose PodGroups are practised, where it is there. */
    static final String GANG_PLUGIN = "coscheduling";

    private static final String TRAIN_JOB =
            """
            {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJob",
             "metadata": {"name": "sample", "namespace": "default", "uid": "sample", "generation": 1,
                          "creationTimestamp": "2020-01-01T00:00:00Z", "labels": {"team": "sample"}},
             "spec": {"runtimeRef": {"apiGroup": "trainer.kubeflow.org", "kind": "ClusterTrainingRuntime", "name": "sample"},
                      "managedBy": "trainer.kubeflow.org/trainjob-controller", "suspend": SUSPEND,
                      "trainer": {"numNodes": 2, "image": "sample", "command": ["torchrun", "train.py"], "args": ["--epochs", "1"],
                                  "env": [{"name": "SAMPLE", "value": "1"}],
                                  "resourcesPerNode": {"requests": {"cpu": "1", "memory": "1Gi"}}}}}
            """;

    private static final String REVIEW =
            """
            {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
             "uid": "sample", "kind": {"group": "trainer.kubeflow.org", "version": "v1alpha1", "kind": "KIND"},
             "resource": {"group": "trainer.kubeflow.org", "version": "v1alpha1", "resource": "RESOURCE"},
             "requestKind": {"group": "trainer.kubeflow.org", "version": "v1alpha1", "kind": "KIND"},
             "name": "sample", "namespace": "default", "operation": "OPERATION", "userInfo": {"username": "sample", "groups": ["sample"]},
             "dryRun": true, "object": OBJECT, "oldObject": OLD}}
            """;

    private final ClusterTrainingRuntime runtime =
            TreeConversion.toObject(Json.parseObject(RUNTIME), ClusterTrainingRuntime.class);
    private final ClusterTrainingRuntime gangRuntime = TreeConversion.toObject(
            Json.parseObject(
                    RUNTIME.replace("\"mlPolicy\"", "\"podGroupPolicy\": {\"" + GANG_PLUGIN + "\": {}}, \"mlPolicy\"")),
            ClusterTrainingRuntime.class);
    private final TrainJob trainJob = TreeConversion.toObject(Json.parseObject(trainJob(false)), TrainJob.class);
    private final TrainJob suspended = TreeConversion.toObject(Json.parseObject(trainJob(true)), TrainJob.class);

    /**
     * A request to the port for webhooks.
     *
     * @param body an AdmissionReview in JSON
     */
    record Review(WebhookPath path, String body) {}

    /** What is asked about one TrainJob in its life, and about its runtime. */
    List<Review> reviews() {
        String creation = review("TrainJob", "trainjobs", "CREATE", trainJob(false), "null");
        String change = review("TrainJob", "trainjobs", "UPDATE", trainJob(true), trainJob(false));
        return List.of(
                new Review(WebhookPath.MUTATE_TRAIN_JOB, creation),
                new Review(WebhookPath.VALIDATE_TRAIN_JOB, creation),
                new Review(WebhookPath.VALIDATE_TRAIN_JOB, change),
                new Review(
                        WebhookPath.VALIDATE_CLUSTER_TRAINING_RUNTIME,
                        review("ClusterTrainingRuntime", "clustertrainingruntimes", "CREATE", RUNTIME, "null")));
    }

    private static String trainJob(boolean suspended) {
        return TRAIN_JOB.replace("SUSPEND", Boolean.toString(suspended));
    }

    private static String review(String kind, String resource, String operation, String object, String old) {
        return REVIEW.replace("KIND", kind)
                .replace("RESOURCE", resource)
                .replace("OPERATION", operation)
                .replace("OBJECT", object)
                .replace("OLD", old);
    }

    TrainJob trainJob() {
        return trainJob;
    }

    /** As it is when it waits for its turn. */
    TrainJob suspendedTrainJob() {
        return suspended;
    }

    ClusterTrainingRuntime runtime() {
        return runtime;
    }

    /** The same runtime for pods that are scheduled together. */
    ClusterTrainingRuntime gangRuntime() {
        return gangRuntime;
    }

    @Override
    public Uni<Optional<RuntimeResource>> runtime(String kind, String namespace, String name) {
        return Uni.createFrom().item(Optional.of(runtime));
    }

    @Override
    public Uni<Optional<RuntimeResource>> keptRuntime(TrainJob asked) {
        return Uni.createFrom().item(Optional.empty());
    }

    @Override
    public Uni<Optional<TrainJob>> trainJob(String namespace, String name) {
        return Uni.createFrom().item(Optional.of(trainJob));
    }

    @Override
    public Uni<List<String>> activeJobs(String namespace, String jobSet) {
        return Uni.createFrom().item(List.of());
    }

    @Override
    public Uni<List<String>> unfinishedUsers(String kind, String namespace, String name) {
        return Uni.createFrom().item(List.of());
    }
}
