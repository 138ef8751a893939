package io.trainyard.bench.reference;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** What a user and the JobSet controller would write: TrainJobs of the shipped runtime for torch, and the status of their JobSets. Blocks. */
final class Objects {
    private static final String TRAIN_JOB =
            """
            {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJob", "metadata": {"name": "%s"},
             "spec": {"runtimeRef": {"name": "torch-distributed"},
              "trainer": {"numNodes": 2, "image": "registry.example/train:1", "command": ["torchrun", "/app/train.py"],
               "args": ["--epochs", "3", "--batch", "64"], "env": [{"name": "RUN_ID", "value": "%s"}],
               "resourcesPerNode": {"requests": {"cpu": "1", "memory": "1Gi"}, "limits": {"memory": "1Gi"}}}}}
            """;

    private static final String RUNNING =
            """
            {"status": {"replicatedJobsStatus": [
             {"name": "node", "ready": 1, "active": 1, "succeeded": 0, "failed": 0, "suspended": 0}]}}
            """;

    private static final String COMPLETE =
            """
            {"status": {"terminalState": "Completed", "replicatedJobsStatus": [
              {"name": "node", "ready": 0, "active": 0, "succeeded": 1, "failed": 0, "suspended": 0}],
             "conditions": [{"type": "Completed", "status": "True", "reason": "AllJobsCompleted",
              "message": "jobset completed successfully", "lastTransitionTime": "%s"}]}}
            """;

    private final KubernetesClient client;
    private final HttpClient http;
    private final Requests requests;
    private final String trainJobs;
    private final String jobSets;

    /**
     * @param url the API server's address
     */
    Objects(KubernetesClient client, String url, String namespace) {
        this.client = client;
        this.http = client.getHttpClient();
        this.requests = new Requests(http);
        this.trainJobs = url + "/apis/trainer.kubeflow.org/v1alpha1/namespaces/" + namespace + "/trainjobs";
        this.jobSets = url + "/apis/jobset.x-k8s.io/v1alpha2/namespaces/" + namespace + "/jobsets";
    }

    /**
     * Installs the runtime.
     *
     * @param file its YAML
     */
    void createRuntime(Path file) {
        try {
            client.resource(Serialization.unmarshal(Files.readString(file), ClusterTrainingRuntime.class))
                    .create();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates TrainJobs whose names begin so, 32 at a time. */
    void createTrainJobs(String prefix, int count, Duration limit) {
        requests.sendAll(count, limit, number -> trainJob(prefix + number));
    }

    /** Creates TrainJobs whose names begin so at a steady rate, however long their creation takes. */
    List<SteadyRequests.Exchange> createTrainJobs(String prefix, Duration duration, int rate) {
        return new SteadyRequests(http).send(rate, duration, number -> trainJob(prefix + number));
    }

    private HttpRequest trainJob(String name) {
        return http.newHttpRequestBuilder()
                .uri(trainJobs)
                .post("application/json", TRAIN_JOB.formatted(name, name))
                .build();
    }

    /** Lets the next leader lead at once, as if the last one had given its Lease back. */
    void deleteLeases(String controllers) {
        client.leases().inNamespace(controllers).delete();
    }

    /** Says that the Job of each JobSet runs. */
    void run(String prefix, int count, Duration limit) {
        requests.sendAll(count, limit, number -> status(prefix + number, RUNNING));
    }

    /** Says that each JobSet is complete. */
    void complete(String prefix, int count, Duration limit) {
        String status = COMPLETE.formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS));
        requests.sendAll(count, limit, number -> status(prefix + number, status));
    }

    private HttpRequest status(String name, String patch) {
        return http.newHttpRequestBuilder()
                .uri(jobSets + "/" + name + "/status")
                .method("PATCH", "application/merge-patch+json", patch)
                .build();
    }
}
